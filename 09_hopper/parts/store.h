// SPDX-License-Identifier: MIT
//
// store.h: a warpgroup's sums to C, from the registers where wgmma left them.
#ifndef HOPPER_STORE_H
#define HOPPER_STORE_H

#include "../../common/device/epilogue.h"
#include "../../common/device/index.h"
#include "../hopper.h"

// C = alpha d + beta C for the four sums of a lane, two of row `row` and two of 8 below, from
// column `col` on: what mma.sync and wgmma leave of 16 x 8.
static __device__ __forceinline__ void store_16x8(const struct hopper_params *p, const float d[4],
                                                  int row, int col)
{
#pragma unroll
    for (int half = 0; half < 2; half++) {
        const int c_row = row + 8 * half, inside = c_row < p->m ? p->n - col : 0;
        float *const c = p->C + row_major(c_row, col, p->ldc);
        if (p->vectors)
            store_pair(c, p->alpha, &d[2 * half], p->beta, inside, true);
        else
            store_pair(c, p->alpha, &d[2 * half], p->beta, inside, false);
    }
}

// The same for a warpgroup's 64 x n sums that begin at (row, col): lane l of warp w holds pairs of
// rows 16 w + l / 4 and 8 below, columns 2 (l % 4) of every 8. Four lanes store 32 bytes of a row,
// a whole sector. n: a literal.
static __device__ __forceinline__ void store_sums(const struct hopper_params *p, const float *d,
                                                  int n, int row, int col)
{
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP;
#pragma unroll
    for (int j = 0; j < n / 8; j++)
        store_16x8(p, &d[4 * j], row + thread / 32 * 16 + thread % 32 / 4,
                   col + 8 * j + thread % 4 * 2);
}

#endif
