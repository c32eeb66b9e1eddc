// SPDX-License-Identifier: MIT
//
// The experiment --waves: the same work per block, in grids from a quarter of a wave to four waves.
#include "../../common/driver/waves.h"

#include "../../common/driver/driver.h"
#include "../naive.h"

int naive_waves(const struct gemm_problem *p, const struct setup *setup)
{
    const struct wave_sweep sweep = {
        .tile = "block",
        .rows = NAIVE_BLOCK,
        .cols = NAIVE_BLOCK,
        .places = setup->machine.sm_count * naive_blocks_per_sm(),
        .grid_count = 1,
        .grids = {{.run = naive_coalesced}},
    };
    return waves_experiment(&sweep, p->k, setup);
}
