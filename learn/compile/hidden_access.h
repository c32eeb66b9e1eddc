// SPDX-License-Identifier: MIT
//
// hidden_access.h: loads and stores of kernels without a call-out. -fsanitize=thread makes gcc put
// a call-out before each assignment that loads or stores, but not before a call that takes a
// structure out of memory or stores the structure that it returns. If the function is inlined there
// is no call; which functions are inlined, gcc alone knows. So its own listing is read:
// -fdump-tree-tsan1-uid, the program after that pass.
#ifndef LEARN_COMPILE_HIDDEN_ACCESS_H
#define LEARN_COMPILE_HIDDEN_ACCESS_H

#include <stdbool.h>
#include <stddef.h>

// symbol: a function that kernels reach. False, with a sentence for the learner, if it has such an
// access or is not in the listing, because the pass did not see it.
bool accesses_are_counted(const char *listing, const char *symbol, char *sentence, size_t size);

#endif
