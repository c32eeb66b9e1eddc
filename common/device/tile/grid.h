// SPDX-License-Identifier: MIT
//
// grid.h: grids of up to four dimensions, of threads or of tiles. For kernels.
//
// CUDA's grids have three dimensions, two of them with no more than 65535 blocks. So a launch is
// one long row of blocks, numbered by blockIdx.x, and a number becomes a place by division, the
// last dimension running fastest. A grid of threads and one of tiles differ in what is numbered:
//
//     grid_place(grid, grid_thread())   each thread has a place (Warp: wp.launch, then wp.tid())
//     grid_place(grid, blockIdx.x)      each block has one (wp.launch_tiled, then wp.tid())
#ifndef COMMON_TILE_GRID_H
#define COMMON_TILE_GRID_H

#include "tile.h"

// Extents > 0; a grid with fewer dimensions has ones before them. The last runs fastest.
struct tile_grid {
    int extent[TILE_RANK];
};

HOST_DEVICE static inline struct tile_grid grid_4(int n0, int n1, int n2, int n3)
{
    const struct tile_grid grid = {{n0, n1, n2, n3}};
    return grid;
}

HOST_DEVICE static inline struct tile_grid grid_2(int rows, int cols)
{
    return grid_4(1, 1, rows, cols);
}

HOST_DEVICE static inline long long grid_size(struct tile_grid grid)
{
    long long size = 1;
    for (int d = 0; d < TILE_RANK; d++)
        size *= grid.extent[d];
    return size;
}

// The number of this thread in a launch of one-dimensional blocks. The last block may have threads
// beyond the grid: they have no place, but must call each tile operation like all other threads.
TILE_FUNCTION long long grid_thread(void)
{
    return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

// 0 <= number < grid_size(grid).
TILE_FUNCTION struct tile_at grid_place(struct tile_grid grid, long long number)
{
    struct tile_at place;
#pragma unroll
    for (int d = TILE_RANK - 1; d >= 0; d--) {
        place.at[d] = (int)(number % grid.extent[d]);
        number /= grid.extent[d];
    }
    return place;
}

#endif
