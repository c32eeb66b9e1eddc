// SPDX-License-Identifier: MIT
//
// launch.h: a launch that the program did not write as one (common/emu/libraries/).
#ifndef LAUNCH_H
#define LAUNCH_H

#include "thread.h"

// As emu_run; pc: where the program asked for it. Neither counted nor timed. Where the closure
// names things of the caller's, a graph cannot keep it.
void launch_library(const char *pc, const struct emu_config *config, const char *name,
                    void (*body)(void *), const void *closure, size_t closure_size,
                    bool can_be_kept);

// Where the program asked for the next launch by this thread, if that is no line with <<< >>>.
extern __thread const char *launch_caller;

#endif
