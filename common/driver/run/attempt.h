// SPDX-License-Identifier: MIT
//
// attempt.h: a launch that the machine rejects ends its step, not the program.
#ifndef COMMON_ATTEMPT_H
#define COMMON_ATTEMPT_H

#include <stdbool.h>

#include "../../base/failure.h"

// Calls work(context). False, with cuda_check.h's message, if a CUDA call in it failed: then work
// has ended there.
bool attempt(void (*work)(void *context), void *context, struct failure *why);

#endif
