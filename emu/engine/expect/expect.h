// SPDX-License-Identifier: MIT
//
// expect.h: how long a launch would take on the emulated GPU.
#ifndef ENGINE_EXPECT_H
#define ENGINE_EXPECT_H

#include "code.h"
#include "../base/base.h"

bool expect_is_on(void);
void expect_begins(struct launch *launch);     // before its first block
bool expect_runs_again(struct launch *launch); // the same block again, as long as it does the same
void expect_ended(struct launch *launch);

#endif
