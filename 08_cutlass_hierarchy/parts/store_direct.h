// SPDX-License-Identifier: MIT
//
// store_direct.h: stores a warp's sums in C directly from the registers of mma. For steps 1 to 5.
#ifndef HIER_STORE_DIRECT_H
#define HIER_STORE_DIRECT_H

#include "../../common/device/epilogue.h"
#include "../../common/device/index.h"
#include "../hierarchy.h"

// C = alpha acc + beta C for the block's tile that begins at (row, col). Each thread stores its own
// sums, two neighbours at a time if they are aligned.
static __device__ __forceinline__ void store_direct(const struct hier_params *p,
                                                    struct hier_shape s, int row, int col,
                                                    const float acc[][4], bool aligned)
{
    const struct tv_literal layout = hier_c_layout(s);
    const int first = literal_offset(layout.thread, threadIdx.x);
    row += first % s.bm;
    col += first / s.bm;
#pragma unroll
    for (int i = 0; i < HIER_MMAS_M; i++)
#pragma unroll
        for (int j = 0; j < HIER_MMAS_N; j++)
#pragma unroll
            for (int v = 0; v < 4; v += 2) {
                const int at = literal_offset(
                    layout.value, (unsigned)(v + 4 * (i + HIER_MMAS_M * j))); // in the tile
                const int c_row = row + at % s.bm, c_col = col + at / s.bm;
                store_pair(p->C + row_major(c_row, c_col, p->ldc), p->alpha,
                           &acc[i * HIER_MMAS_N + j][v], p->beta, c_row < p->m ? p->n - c_col : 0,
                           aligned);
            }
}

#endif
