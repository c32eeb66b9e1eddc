// SPDX-License-Identifier: MIT
//
// kernel_calls.h: what the kernels of a submission call. On the emulated GPU a kernel is a function
// of the PC, so that it could call the C library or CUDA's runtime, whose loads and stores are
// neither counted nor checked, while the counters are open. nvcc refuses such calls.
#ifndef LEARN_COMPILE_KERNEL_CALLS_H
#define LEARN_COMPILE_KERNEL_CALLS_H

#include <stdbool.h>
#include <stddef.h>

// listing: of `objdump -d -r`, one line per instruction; it is changed. accesses: see
// hidden_access.h; NULL: none, the file has no kernels. False, with a sentence for the learner.
bool kernel_calls_are_allowed(char *listing, const char *accesses, char *sentence, size_t size);

#endif
