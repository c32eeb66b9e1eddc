// SPDX-License-Identifier: MIT
#include "../common/driver/driver.h"
#include "shared.h"

// In all steps threadIdx.x counts columns, threadIdx.y rows.
static struct owner owner(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    return (struct owner){
        .block_x = col / SHARED_BN,
        .block_y = row % SHARED_MAX_ROWS / SHARED_BM,
        .thread = row % SHARED_BM * SHARED_BN + col % SHARED_BN,
    };
}

static struct step steps[] = {
    {
        .name = "1_panel",
        .teaches = "a block fetches its panels of A and B into shared memory, k deep",
        .run.sgemm_nn = shared_panel,
        .fits = shared_panel_fits,
        .predict = shared_predict_panel,
    },
    {
        .name = "2_bank_conflicts",
        .teaches = "any k, slice by slice; a warp stores down a column of As: one bank for all",
        .run.sgemm_nn = shared_bank_conflicts,
        .predict = shared_predict_bank_conflicts,
    },
    {
        .name = "3_padded",
        .teaches = "one extra word in each row of As: neighbouring rows begin in different banks",
        .run.sgemm_nn = shared_padded,
        .predict = shared_predict_padded,
    },
    {
        .name = "4_swizzled",
        .teaches = "no extra word: each row of As keeps its words in its own order (XOR)",
        .run.sgemm_nn = shared_swizzled,
        .predict = shared_predict_swizzled,
    },
};

const struct chapter chapter_04_shared = {
    .name = "04_shared",
    .title = "a block shares what it fetches",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .defaults =
        {
            .type_ab = DTYPE_F32,
            .type_c = DTYPE_F32,
            .owner = owner,
        },
    .default_size_emulated = 256,
    .default_size_gpu = 4096,
    .default_k_gpu = 512, // 1_panel at k = 4096 fits no GPU
};

int main(int argc, char **argv) { return chapter_main(&chapter_04_shared, argc, argv); }
