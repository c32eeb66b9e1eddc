// SPDX-License-Identifier: MIT
//
// code_check.h: what the instructions of a submission's object file may do. Calls go to functions
// by their names, which object_check.h reads: an address that is computed could be any function of
// the grader. System calls go through the C library.
#ifndef LEARN_COMPILE_CODE_CHECK_H
#define LEARN_COMPILE_CODE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

// accesses: the file with the compiler's listing for hidden_access.h, or NULL for a file without
// kernels. False, with a sentence for the learner. Compile with -fno-jump-tables.
bool code_is_allowed(const char *object, const char *accesses, char *sentence, size_t size);

#endif
