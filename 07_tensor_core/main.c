// SPDX-License-Identifier: MIT
#include "../common/driver/driver.h"
#include "tensor_core.h"
#include "show/text_gemm.h"
#include "show/views.h"

// Warps in rows over the tile, and in each the tiles of mma: a lane has two neighbours in a row,
// and a warp has eight rows of four lanes.
static struct owner owner_in(const struct tc_sizes *t, int row, int col)
{
    const int warp = row % t->bm / t->wm * (t->bn / t->wn) + col % t->bn / t->wn;
    return (struct owner){
        .block_x = col / t->bn % TC_MAX_GRID,
        .block_y = row / t->bm % TC_MAX_GRID,
        .thread = warp * 32 + row % 8 * 4 + col % 8 / 2,
    };
}

// Steps 1 to 5 have the same sizes.
static struct owner owner(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    return owner_in(&tc_swizzled_sizes, row, col);
}

static struct owner owner_warp_tile(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    return owner_in(&tc_warp_tile_sizes, row, col);
}

// If s8 is stored along its lines, a lane has two neighbours of 16 rows, and four of 16 columns.
static struct owner owner_types_s8(const struct gemm_problem *p, int row, int col)
{
    const struct tc_sizes *t = &tc_types_s8_sizes;
    struct owner owner = owner_in(t, row, col);
    const int down = p->trans_a ? row % 16 / 2 : row % 8;
    const int across = p->trans_b ? col % 8 / 2 : col % 16 / 4;
    owner.thread = owner.thread / 32 * 32 + down * 4 + across;
    return owner;
}

static struct owner owner_types_f64(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    return owner_in(&tc_types_f64_sizes, row, col);
}

static struct step steps[] = {
    {
        .name = "1_mma_from_global",
        .teaches = "mma.sync: a warp multiplies; fragments gathered element by element",
        .run.gemm = tc_mma_from_global,
        .predict = tc_predict_mma_from_global,
    },
    {
        .name = "2_shared_fragments",
        .teaches = "tiles in shared memory; fragments by loads of 32 bits",
        .run.gemm = tc_shared_fragments,
        .predict = tc_predict_shared_fragments,
    },
    {
        .name = "3_ldmatrix",
        .teaches = "one instruction loads a fragment; 8 rows in the same banks",
        .run.gemm = tc_ldmatrix,
        .predict = tc_predict_ldmatrix,
    },
    {
        .name = "4_padded",
        .teaches = "longer rows: each begins in other banks",
        .run.gemm = tc_padded,
        .predict = tc_predict_padded,
    },
    {
        .name = "5_swizzled",
        .teaches = "vectors of a row in another order: no conflicts, no memory lost",
        .run.gemm = tc_swizzled,
        .predict = tc_predict_swizzled,
    },
    {
        .name = "6_warp_tile",
        .teaches = "64 x 32 elements a warp: a fragment serves many mma",
        .run.gemm = tc_warp_tile,
        .owner = owner_warp_tile,
        .predict = tc_predict_warp_tile,
    },
    {
        .name = "7_types_bf16",
        .teaches = "bfloat16, sums in f32: the range of f32, 8 bits of fraction",
        .type_ab = DTYPE_BF16,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = tc_bf16,
        .owner = owner_warp_tile,
        .min_compute_capability = 80,
        .predict = tc_predict_bf16,
    },
    {
        .name = "7_types_tf32",
        .teaches = "float32 of which 19 bits are read; Bs by words where .trans would be wanted",
        .type_ab = DTYPE_TF32,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = tc_tf32,
        .owner = owner_warp_tile,
        .min_compute_capability = 80,
        .predict = tc_predict_tf32,
    },
    {
        .name = "7_types_f16",
        .teaches = "sums in f16 too: half the registers, fewer bits, a smaller range",
        .type_c = DTYPE_F16,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = tc_f16,
        .owner = owner_warp_tile,
        .predict = tc_predict_f16,
    },
    {
        .name = "7_types_s8",
        .teaches =
            "bytes, sums in int32 that wrap around; pairs of bytes by ldmatrix.trans, taken apart",
        .type_ab = DTYPE_I8,
        .type_c = DTYPE_I32,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = tc_s8,
        .owner = owner_types_s8,
        .min_compute_capability = 80,
        .predict = tc_predict_s8,
    },
    {
        .name = "7_types_f64",
        .teaches = "float64: no ldmatrix, loads of 64 bits",
        .type_ab = DTYPE_F64,
        .type_c = DTYPE_F64,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = tc_f64,
        .owner = owner_types_f64,
        .min_compute_capability = 80,
        .predict = tc_predict_f64,
        .default_gpu = {2048, 2048, 2048}, // its reference needs long double: 20 s at 4096
    },
    {
        .name = "7_types_f16_f32",
        .teaches = "step 6 in all four layouts",
        .transposes = TRANSPOSE_ALL,
        .run.gemm = tc_f16_f32,
        .owner = owner_warp_tile,
        .min_compute_capability = 80,
        .predict = tc_predict_f16_f32,
    },
    {
        .name = "7_types_to_f16",
        .teaches = "sums in f32, rounded once, to a C of f16",
        .type_c = DTYPE_F16,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = tc_to_f16,
        .owner = owner_warp_tile,
        .min_compute_capability = 80,
        .predict = tc_predict_to_16,
    },
    {
        .name = "7_types_to_bf16",
        .teaches = "sums in f32, rounded once, to a C of bf16",
        .type_ab = DTYPE_BF16,
        .type_c = DTYPE_BF16,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = tc_to_bf16,
        .owner = owner_warp_tile,
        .min_compute_capability = 80,
        .predict = tc_predict_to_16,
    },
    {
        .name = "7_types_to_s8",
        .teaches = "sums in int32, saturated to a C of bytes",
        .type_ab = DTYPE_I8,
        .type_c = DTYPE_I8,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = tc_to_s8,
        .owner = owner_types_s8,
        .min_compute_capability = 80,
        .predict = tc_predict_to_s8,
    },
    {
        .name = "7_types_3xtf32",
        .teaches = "float32 in two parts: three products of tf32, float32's accuracy",
        .type_ab = DTYPE_F32,
        .transposes = TRANSPOSE_ALL,
        .units_lost = 8,
        .run.gemm = tc_3xtf32,
        .owner = owner_warp_tile,
        .min_compute_capability = 80,
        .predict = tc_predict_3xtf32,
    },
};

static const struct experiment experiments[] = {
    {
        .flag = "--atom",
        .argument = "NAME",
        .help = "who holds which element of an mma or ldmatrix (--svg FILE draws it)",
        .draws = true,
        .run = tc_show_atom,
    },
    {
        .flag = "--fragment",
        .argument = "lane=N",
        .help = "what lane N of an mma (--atom NAME) holds, bit by bit, and what loads it",
        .beside = "--atom",
        .draws = true,
        .run = tc_show_fragment,
    },
    {
        .flag = "--precision",
        .help = "errors of each type for growing k: of rounding the inputs, and of adding",
        .run = tc_precision,
    },
    {
        .flag = "--text-gemm",
        .help = "gemm_simple of the CuTe article, unchanged, and what it leaves out",
        .run = tc_text_gemm,
    },
};

const struct chapter chapter_07_tensor_core = {
    .name = "07_tensor_core",
    .title = "mma.sync, ldmatrix and swizzling",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .defaults =
        {
            .type_ab = DTYPE_F16,
            .type_c = DTYPE_F32,
            .transposes = TRANSPOSE_NN | TRANSPOSE_NT,
            .on_tensor_cores = true,
            .owner = owner,
            .min_compute_capability = 75,
        },
    .experiments = experiments,
    .experiment_count = sizeof experiments / sizeof *experiments,
    .default_size_emulated = 256,
    .default_size_gpu = 4096,
};

int main(int argc, char **argv) { return chapter_main(&chapter_07_tensor_core, argc, argv); }
