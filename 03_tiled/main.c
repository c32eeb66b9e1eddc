// SPDX-License-Identifier: MIT
#include "../common/driver/driver.h"
#include "../common/device/index.h"
#include "parts/order.h"
#include "tiled.h"

// threadIdx.x counts columns.
static int thread_at(int row, int col)
{
    return row % TILED_BLOCK * TILED_BLOCK + col % TILED_BLOCK;
}

// The block whose stride meets the tile.
static struct owner tile_loop_owner(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    return (struct owner){
        .block_x = col / TILED_BLOCK % TILED_GRID_X,
        .block_y = row / TILED_BLOCK % TILED_GRID_Y,
        .thread = thread_at(row, col),
    };
}

static struct owner wave_grid_owner(const struct gemm_problem *p, int row, int col)
{
    const int tile_rows = ceil_div(p->m, TILED_BLOCK), tile_cols = ceil_div(p->n, TILED_BLOCK);
    const struct tile tile = {row / TILED_BLOCK, col / TILED_BLOCK};
    return (struct owner){
        .block_x = number_in_panels(tile, tiled_wave_panel(), tile_rows, tile_cols) %
                   tiled_wave_blocks((long long)tile_rows * tile_cols),
        .thread = thread_at(row, col),
    };
}

static struct step steps[] = {
    {
        .name = "1_tile_loop",
        .teaches = "a block computes many tiles: any grid covers any matrix",
        .run.sgemm_nn = tiled_tile_loop,
        .owner = tile_loop_owner,
        .predict = tiled_predict_tile_loop,
    },
    {
        .name = "2_wave_grid",
        .teaches = "one wave of blocks, sized for this GPU; tiles in panels for L2",
        .run.sgemm_nn = tiled_wave_grid,
        .owner = wave_grid_owner,
        .predict = tiled_predict_wave_grid,
    },
};

static const struct experiment experiments[] = {
    {
        .flag = "--waves",
        .help = "sweep the number of tiles: a block for each, or one wave of blocks (uses k only)",
        .run = tiled_waves,
    },
    {
        .flag = "--grids",
        .help = "one product in many grids and orders: any grid covers any matrix",
        .run = tiled_grids,
    },
};

const struct chapter chapter_03_tiled = {
    .name = "03_tiled",
    .title = "a block computes many tiles of C: the grid fits the GPU, not the matrix",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .defaults =
        {
            .type_ab = DTYPE_F32,
            .type_c = DTYPE_F32,
        },
    .experiments = experiments,
    .experiment_count = sizeof experiments / sizeof *experiments,
    .default_size_emulated = 256,
    .default_size_gpu = 4096,
};

int main(int argc, char **argv) { return chapter_main(&chapter_03_tiled, argc, argv); }
