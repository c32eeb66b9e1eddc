// SPDX-License-Identifier: MIT
//
// repeat.h: launches that would do again what one before them did.
#ifndef REPEAT_H
#define REPEAT_H

#include "../base/base.h"

// Called with all memory open. True: memory is as after this launch, which need not run.
bool repeat_knows(struct launch *launch);
void repeat_ended(const struct launch *launch); // it has run
void repeat_forget(void);                       // what textures read is not what it was
void repeat_at_exit(void);                      // at the end of the program

#endif
