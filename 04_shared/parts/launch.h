// SPDX-License-Identifier: MIT
//
// launch.h: the launches of a step of this chapter. For host code in .cu files.
//
// K is cut into slices no deeper than the panels; each slice adds its products to C, and only the
// first one takes the caller's beta. A C that is taller than a grid can be takes a round of
// launches for each part of its rows.
#ifndef SHARED_LAUNCH_H
#define SHARED_LAUNCH_H

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "../shared.h"

typedef void panel_kernel(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                          int ldb, float beta, float *C, int ldc);

// depth: of the panels, > 0. dynamic_bytes: of shared memory that the launch asks for.
static inline void launch_slices(panel_kernel *kernel, int depth, size_t dynamic_bytes, int m,
                                 int n, int k, float alpha, const float *A, int lda, const float *B,
                                 int ldb, float beta, float *C, int ldc)
{
    const dim3 block(SHARED_BN, SHARED_BM);
    const int slices = k > 0 ? ceil_div(k, depth) : 1; // k = 0: C is scaled nevertheless
    for (; m > 0 && n > 0; m -= SHARED_MAX_ROWS) {
        const int rows = m < SHARED_MAX_ROWS ? m : SHARED_MAX_ROWS;
        const dim3 grid(ceil_div(n, SHARED_BN), ceil_div(rows, SHARED_BM));
        for (int slice = 0; slice < slices; slice++) {
            const int p = slice * depth;
            kernel<<<grid, block, dynamic_bytes>>>(rows, n, smaller(k - p, depth), alpha, A + p,
                                                   lda, B + row_major(p, 0, ldb), ldb,
                                                   slice == 0 ? beta : 1, C, ldc);
            CUDA_CHECK_LAUNCH();
        }
        A += row_major(rows, 0, lda);
        C += row_major(rows, 0, ldc);
    }
}

#endif
