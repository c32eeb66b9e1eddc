// SPDX-License-Identifier: MIT
//
// wgmma_layout.h: where the sums of wgmma are in a tile of C, as a thread-value layout for
// TILE_LAYOUT. For kernels and host code.
//
// A warpgroup has 64 rows of the tile, each of its warps 16. For every 8 columns a lane has two
// neighbours of row lane / 4 and two of the row 8 further down. A test derives the literal from the
// algebra.
#ifndef COMMON_TILE_WGMMA_LAYOUT_H
#define COMMON_TILE_WGMMA_LAYOUT_H

#include "../layout_device.h"

// In a row-major tile of rows x cols elements, 64 rows for each warpgroup of the block.
LAYOUT_INLINE struct tv_literal wgmma_sums_layout(int rows, int cols)
{
    return (struct tv_literal){
        .thread = {.rank = 3, // lane % 4, lane / 4; warps
                   .shape = {4, 8, (unsigned)(rows / 16)},
                   .stride = {2, cols, 16 * cols}},
        .value = {.rank = 3, // neighbours, the two rows; columns
                  .shape = {2, 2, (unsigned)(cols / 8)},
                  .stride = {1, 8 * cols, 8}},
    };
}

#endif
