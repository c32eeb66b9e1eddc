// SPDX-License-Identifier: MIT
//
// text_reduce_body.h: the tile text's reduce_array_tile, line by line, made for one size of block
// (the text's block_dim), after
//
//     TEXT_REDUCE   its name
//     TEXT_BLOCK    threads of a block
//
// The text's launch has a thread for each element, in two dimensions, and so has this one: i, j is
// where the thread's number is in that grid. A thread beyond it brings 0.
#include "../../common/device/tile/grid.h"

#define TEXT_NAME(suffix) TILE_JOIN(TEXT_REDUCE, suffix)

#define TILE TEXT_NAME(_tile)
#define TILE_ELEMENT double
#define TILE_SHAPE 1, TEXT_BLOCK
#define TILE_THREADS TEXT_BLOCK
#include "../../common/device/tile/define_tile.h"

static __global__ void __launch_bounds__(TEXT_BLOCK)
    TEXT_REDUCE(int rows, int cols, const double *a, double *result)
{
    const struct tile_grid grid = grid_2(rows, cols);
    double local_val = 0;
    if (grid_thread() < grid_size(grid)) {
        const struct tile_at tid = grid_place(grid, grid_thread()); // i, j = wp.tid()
        const int i = tid.at[2], j = tid.at[3];
        local_val = a[row_major(i, j, cols)] * a[row_major(i, j, cols)];
    }
    struct TEXT_NAME(_tile) t = TEXT_NAME(_tile_tile)(local_val); // t = wp.tile(local_val)
    const double s = TEXT_NAME(_tile_sum)(t);                     // s = wp.tile_sum(t)
    TEXT_NAME(_tile_atomic_add_one)(result, s);                   // wp.tile_atomic_add(result, s)
}

#undef TEXT_NAME
#undef TEXT_REDUCE
#undef TEXT_BLOCK
