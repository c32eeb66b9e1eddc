// SPDX-License-Identifier: MIT
//
// mma_layout.h: where the sums of mma.m16n8k16 are in a tile of C, as a thread-value layout for
// TILE_LAYOUT. For kernels and host code.
//
// An instruction's 16 x 8 sums are the c of mma_traits.h: a lane has two neighbours of row lane / 4
// and two of the row 8 further down. A warp's WM x WN consists of neighbouring instructions, and
// warps are arranged in columns. A test derives the literal from the algebra.
#ifndef COMMON_TILE_MMA_LAYOUT_H
#define COMMON_TILE_MMA_LAYOUT_H

#include "../gemm/warp_tile.h"

// In a row-major tile of rows x cols elements, of which a warp has wm x wn. Value 4 x + y is sum y
// of the warp's instruction x; instructions are counted along the rows first.
LAYOUT_INLINE struct tv_literal mma_sums_layout(int rows, int cols, int wm, int wn)
{
    return (struct tv_literal){
        .thread = {.rank = 4, // lane % 4, lane / 4; warps down, across
                   .shape = {4, 8, (unsigned)(rows / wm), (unsigned)(cols / wn)},
                   .stride = {2, cols, wm * cols, wn}},
        .value = {.rank = 4, // neighbours, the two rows; instructions across, down
                  .shape = {2, 2, (unsigned)(wn / MMA_N), (unsigned)(wm / MMA_M)},
                  .stride = {1, 8 * cols, MMA_N, MMA_M * cols}},
    };
}

#endif
