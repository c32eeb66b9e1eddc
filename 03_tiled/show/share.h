// SPDX-License-Identifier: MIT
//
// share.h: a grid over the tiles of C: the work of each block, and what a wave of it needs. By
// counting, without a GPU.
#ifndef TILED_SHARE_H
#define TILED_SHARE_H

#include <stdbool.h>

// 1_tile_loop in a grid of grid_x x grid_y blocks; or, with panel >= 1, 2_wave_grid in grid_x
// blocks (grid_y is 1) and panels of that height.
struct way {
    int grid_x, grid_y, panel;
    int tile_rows, tile_cols; // of C, at least one each
};

struct share {
    int fewest, most; // tiles of a block
    double turns;     // tiles one after the other, if a wave of blocks waits for its longest block
    double idle;      // share of all places in all turns that no tile fills
    int wave_rows, wave_cols; // tile rows of A, tile columns of B under the first turn of a wave
};

// How many tiles a block computes.
int tiles_of_block(const struct way *way, int block);

// On a GPU that runs `places` blocks at a time, in the order of their numbers; blocks without a
// tile take no place. False where the host has no memory to count with.
bool share_of(const struct way *way, int places, struct share *share);

#endif
