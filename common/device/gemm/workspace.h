// SPDX-License-Identifier: MIT
//
// workspace.h: device memory that a launch needs in addition to its operands. For host code.
//
// Allocating and freeing it around each launch would take longer than a small kernel runs. One
// array for all launches would be written by two kernels at once if two streams are active. So
// there is a workspace for each stream, as in cuBLAS: launches that share one run one after the
// other.
#ifndef COMMON_GEMM_WORKSPACE_H
#define COMMON_GEMM_WORKSPACE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// At least this many bytes on the current device, at a multiple of 256, for launches in the calling
// thread's default stream. Each user of this function (identified by the address of one of its
// objects) has separate memory. It contains what the user's last launch left; at first, and
// whenever the size grows, it contains zeros. The memory is freed at the end of the program. If
// there is not enough memory, the program ends, as with CUDA_CHECK(). bytes > 0.
void *workspace(const void *user, size_t bytes);

// Sets all of them to zero: for launches of which only some blocks have run. Waits.
void workspaces_clear(void);

#ifdef __cplusplus
}
#endif
#endif
