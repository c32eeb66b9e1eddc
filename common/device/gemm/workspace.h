// SPDX-License-Identifier: MIT
//
// workspace.h: device memory that a launch needs beside its operands. For host code.
//
// To allocate and free it around each launch would cost more than a small kernel runs; one array
// for all launches would be written by two at once where two streams are at work. So a workspace is
// kept as cuBLAS keeps it, one for each stream: launches that share one come one after the other.
#ifndef COMMON_GEMM_WORKSPACE_H
#define COMMON_GEMM_WORKSPACE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// At least so many bytes on the current device, at a multiple of 256, for launches in the calling
// thread's default stream. Each user of this function (the address of something of its own) has
// other memory. It finds there what its last launch left; at first, and whenever it asks for more
// than before, zeros. The memory is freed at the program's end. No memory: ends the program, as
// CUDA_CHECK() does. bytes > 0.
void *workspace(const void *user, size_t bytes);

// All of them find zeros next: for launches of which only some blocks have run. Waits.
void workspaces_clear(void);

#ifdef __cplusplus
}
#endif
#endif
