// SPDX-License-Identifier: MIT
#include "../common/driver/driver.h"
#include "naive.h"

// The element of thread (x, y) of block (block_x, block_y).
static struct owner thread_at(int row, int col, int x, int y)
{
    const int row_in_launch = row % NAIVE_MAX_ROWS;
    return (struct owner){
        .block_x = col / NAIVE_BLOCK,
        .block_y = row_in_launch / NAIVE_BLOCK,
        .thread = y * NAIVE_BLOCK + x,
    };
}

// threadIdx.x counts rows.
static struct owner uncoalesced_owner(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    return thread_at(row, col, row % NAIVE_BLOCK, col % NAIVE_BLOCK);
}

// threadIdx.x counts columns.
static struct owner coalesced_owner(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    return thread_at(row, col, col % NAIVE_BLOCK, row % NAIVE_BLOCK);
}

static struct step steps[] = {
    {
        .name = "1_uncoalesced",
        .teaches = "one thread per element; neighbouring threads walk down a column",
        .run.sgemm_nn = naive_uncoalesced,
        .owner = uncoalesced_owner,
        .predict = naive_predict_uncoalesced,
    },
    {
        .name = "2_coalesced",
        .teaches = "neighbouring threads walk along a row: memory is read in whole sectors",
        .run.sgemm_nn = naive_coalesced,
        .owner = coalesced_owner,
        .predict = naive_predict_coalesced,
    },
};

static const struct experiment experiments[] = {
    {
        .flag = "--waves",
        .help = "sweep the number of blocks across full waves: the tail effect (uses k only)",
        .run = naive_waves,
    },
};

const struct chapter chapter_02_naive = {
    .name = "02_naive",
    .title = "one thread computes one element of C",
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

int main(int argc, char **argv) { return chapter_main(&chapter_02_naive, argc, argv); }
