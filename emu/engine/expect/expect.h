// SPDX-License-Identifier: MIT
//
// expect.h: how long a launch would take on the GPU that is shown.
#ifndef ENGINE_EXPECT_H
#define ENGINE_EXPECT_H

#include "code.h"
#include "../base/base.h"

bool expect_is_on(void);
void expect_begins(struct launch *launch);     // before its first block
bool expect_runs_again(struct launch *launch); // the same block, as what it does has an end
void expect_ended(struct launch *launch);

#endif
