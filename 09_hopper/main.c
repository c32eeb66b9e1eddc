// SPDX-License-Identifier: MIT
#include "../common/driver/driver.h"
#include "hopper.h"
#include "predict/predict.h"

static struct step steps[] = {
    {
        .name = "1_tma",
        .teaches =
            "the copy engine and mbarriers feed mma.sync: no cp.async, no block-wide barrier",
        .transposes = TRANSPOSE_NN | TRANSPOSE_NT,
        .run.gemm = hopper_tma,
        .owner = hopper_owner_tma,
        .predict = hopper_predict_tma,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "3_wgmma",
        .teaches = "a warpgroup multiplies straight from shared memory that its threads wrote",
        .run.gemm = hopper_wgmma,
        .owner = hopper_owner_wgmma,
        .predict = hopper_predict_wgmma,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "4_wgmma_tma",
        .teaches = "the copy engine brings the tiles; an mbarrier counts their bytes",
        .run.gemm = hopper_wgmma_tma,
        .owner = hopper_owner_wgmma_tma,
        .predict = hopper_predict_wgmma_tma,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "5_specialized",
        .teaches = "one warp loads, four multiply, a ring of stages between them",
        .run.gemm = hopper_specialized,
        .owner = hopper_owner_specialized,
        .predict = hopper_predict_specialized,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "6_two_consumers",
        .teaches = "two warpgroups share a tile of B; registers move to where the sums are",
        .run.gemm = hopper_two_consumers,
        .owner = hopper_owner_two_consumers,
        .predict = hopper_predict_two_consumers,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "7_persistent",
        .teaches = "a block for each SM takes tile after tile, in panels",
        .run.gemm = hopper_persistent,
        .owner = hopper_owner_persistent,
        .predict = hopper_predict_persistent,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "8_lean_loop",
        .teaches = "four stages, and the next products are issued before the last are over",
        .run.gemm = hopper_lean_loop,
        .owner = hopper_owner_lean_loop,
        .predict = hopper_predict_lean_loop,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "9_cluster",
        .teaches = "two blocks share tiles of B: each fetches half and sends it to both",
        .run.gemm = hopper_cluster,
        .owner = hopper_owner_cluster,
        .predict = hopper_predict_cluster,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "10_epilogue",
        .teaches = "C leaves by the copy engine, a slice at a time",
        .run.gemm = hopper_epilogue,
        .owner = hopper_owner_epilogue,
        .predict = hopper_predict_epilogue,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "11_tuned",
        .teaches = "the tile, the cluster and the roles of A and B by the shape of the problem",
        .run.gemm = hopper_tuned,
        .owner = hopper_owner_tuned,
        .predict = hopper_predict_tuned,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "11_tuned_bf16",
        .teaches = "the same for bf16",
        .type_ab = DTYPE_BF16,
        .run.gemm = hopper_tuned_bf16,
        .owner = hopper_owner_tuned,
        .predict = hopper_predict_tuned,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
    {
        .name = "12_tiles",
        .teaches = "the same on tiles: loads are TMA, the product is wgmma, no line has a thread",
        .run.gemm = hopper_tiles,
        .owner = hopper_owner_tiles,
        .predict = hopper_predict_tiles,
        .fits = hopper_fits,
        .workspace = hopper_workspace,
    },
};

const struct chapter chapter_09_hopper = {
    .name = "09_hopper",
    .title = "what only Hopper has: TMA, mbarriers, wgmma and clusters",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .defaults =
        {
            .type_ab = DTYPE_F16,
            .type_c = DTYPE_F32,
            .transposes = TRANSPOSE_ALL,
            .on_tensor_cores = true,
            .min_compute_capability = 90,
        },
    .default_size_emulated = 256,
    .default_k_emulated = 512, // twice round a ring of four stages
    .default_size_gpu = 8192,
};

int main(int argc, char **argv) { return chapter_main(&chapter_09_hopper, argc, argv); }
