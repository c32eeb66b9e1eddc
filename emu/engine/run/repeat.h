// SPDX-License-Identifier: MIT
//
// repeat.h: launches that would repeat what an earlier launch did.
#ifndef REPEAT_H
#define REPEAT_H

#include "../base/base.h"

// Called with all memory accessible. Returns true if memory is now as after this launch: then it
// does not have to run.
bool repeat_apply(struct launch *launch);
void repeat_ended(const struct launch *launch); // it has run
void repeat_forget(void);                       // textures have changed
void repeat_at_exit(void);                      // at the end of the program

#endif
