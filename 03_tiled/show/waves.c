// SPDX-License-Identifier: MIT
//
// The experiment --waves: the same tiles, computed by a block each or by one wave of blocks.
#include "../../common/driver/waves.h"

#include "../../common/driver/driver.h"
#include "../../common/device/index.h"
#include "../tiled.h"

// The grid that covers C, as in chapter 02: each block makes one turn of its loops.
static void a_block_for_each_tile(int m, int n, int k, float alpha, const float *A, int lda,
                                  const float *B, int ldb, float beta, float *C, int ldc)
{
    tiled_tile_loop_in(ceil_div(n, TILED_BLOCK), ceil_div(m, TILED_BLOCK), m, n, k, alpha, A, lda,
                       B, ldb, beta, C, ldc);
}

int tiled_waves(const struct gemm_problem *p, const struct setup *setup)
{
    const struct wave_sweep sweep = {
        .tile = "tile",
        .rows = TILED_BLOCK,
        .cols = TILED_BLOCK,
        .places = tiled_places(),
        .grid_count = 2,
        .grids = {{"a block for each tile", a_block_for_each_tile},
                  {"one wave of blocks", tiled_wave_grid}},
    };
    return waves_experiment(&sweep, p->k, setup);
}
