// SPDX-License-Identifier: MIT
//
// What the steps of chapter 03 cost, by arithmetic alone.
//
// A tile is computed by 16 x 16 threads as in 02_naive/2_coalesced: a warp computes 2 x 16 elements
// of it. Which block does a tile, and when, changes no load and no store; so what is counted does
// not depend on the grid, except the blocks, warps and threads themselves.
#include "../../common/device/index.h"
#include "../../common/predict/per_element.h"
#include "../tiled.h"

enum { WARP = 32 };

static struct counts predict(const struct gemm_problem *p, long long blocks)
{
    return predict_per_element(p, WARP / TILED_BLOCK, TILED_BLOCK, blocks,
                               TILED_BLOCK * TILED_BLOCK);
}

struct counts tiled_predict_tile_loop(const struct gemm_problem *p)
{
    const long long grid_x = smaller(TILED_GRID_X, ceil_div(p->n, TILED_BLOCK));
    const long long grid_y = smaller(TILED_GRID_Y, ceil_div(p->m, TILED_BLOCK));
    return predict(p, grid_x * grid_y);
}

struct counts tiled_predict_wave_grid(const struct gemm_problem *p)
{
    const long long tiles = (long long)ceil_div(p->m, TILED_BLOCK) * ceil_div(p->n, TILED_BLOCK);
    return predict(p, tiled_wave_blocks(tiles));
}
