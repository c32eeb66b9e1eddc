// SPDX-License-Identifier: MIT
#include "../common/driver/driver.h"
#include "../common/device/index.h"
#include "show/experiments.h"
#include "hierarchy.h"
#include "../common/device/gemm/raster.h"
#include "parts/tiles.h"
#include "../common/device/gemm/hierarchy/plan.h"

// The thread of a block that computes element (row, col) of the block's tile: the inverse of
// hier_c_layout().
static int thread_of(struct hier_shape s, int row, int col)
{
    const int warp = row / HIER_WM + col / HIER_WN * (s.bm / HIER_WM);
    return warp * 32 + row % 8 * 4 + col % 8 / 2;
}

// Blocks in rows of tiles.
static struct owner owner_in_rows(const struct gemm_problem *p, int row, int col)
{
    const struct hier_shape s = hier_shape();
    return (struct owner){
        .block_x = row / s.bm * ceil_div(p->n, s.bn) + col / s.bn,
        .thread = thread_of(s, row % s.bm, col % s.bn),
    };
}

// Blocks in panels.
static struct owner owner_in_panels(const struct gemm_problem *p, int row, int col)
{
    const struct hier_shape s = hier_shape();
    const int tiles_m = ceil_div(p->m, s.bm), tiles_n = ceil_div(p->n, s.bn);
    const struct tile_place place = {row / s.bm, col / s.bn};
    return (struct owner){
        .block_x = raster_block(place, raster_panel(s.bm, s.bn, tiles_m, raster_places()), tiles_m,
                                tiles_n),
        .thread = thread_of(s, row % s.bm, col % s.bn),
    };
}

static struct owner owner_of_plan(const struct gemm_problem *p, int row, int col, bool staged)
{
    const struct hier_device device = hier_device();
    const struct hier_schedule schedule = hier_choose(&device, p, staged);
    if (schedule.launches == 0) // the step does not run on this GPU
        return (struct owner){0};
    const struct hier_plan *first = &schedule.launch[0];
    const struct hier_plan *plan = row < first->m && col < first->n ? first : &schedule.launch[1];
    return hier_plan_owner(plan, p, row, col);
}

static struct owner owner_tuned(const struct gemm_problem *p, int row, int col)
{
    return owner_of_plan(p, row, col, false);
}

static struct owner owner_converts(const struct gemm_problem *p, int row, int col)
{
    return owner_of_plan(p, row, col, true);
}

static struct step steps[] = {
    {
        .name = "1_hierarchy",
        .teaches = "block, warp and instruction: tiles inside tiles, with their shapes",
        .run.gemm = hgemm_hierarchy,
        .owner = owner_in_rows,
        .predict = hier_predict_hierarchy,
    },
    {
        .name = "2_cp_async",
        .teaches = "two stages of shared memory: one is filled while the other is used",
        .run.gemm = hgemm_cp_async,
        .owner = owner_in_rows,
        .predict = hier_predict_cp_async,
    },
    {
        .name = "3_multistage",
        .teaches = "four stages in a circle, and how many groups to wait for",
        .run.gemm = hgemm_multistage,
        .owner = owner_in_rows,
        .predict = hier_predict_multistage,
    },
    {
        .name = "4_register_pipeline",
        .teaches = "fragments of the next k-slice load while this one multiplies",
        .run.gemm = hgemm_register_pipeline,
        .owner = owner_in_rows,
        .predict = hier_predict_register_pipeline,
    },
    {
        .name = "5_rasterize",
        .teaches = "blocks that run together compute a packed region: L2 serves them",
        .run.gemm = hgemm_rasterize,
        .predict = hier_predict_register_pipeline,
    },
    {
        .name = "6_epilogue",
        .teaches = "sums through shared memory to whole rows of C, with a function on the way",
        .run.gemm = hgemm_epilogue,
        .predict = hier_predict_epilogue,
    },
    {
        .name = "7_predicated",
        .teaches = "residues and unaligned operands by predicates kept as masks",
        .run.gemm = hgemm_predicated,
        .predict = hier_predict_predicated,
    },
    {
        .name = "8_tuned",
        .teaches = "tiles by a table; a block's copies go ahead, from tile to tile of C",
        .transposes = TRANSPOSE_ALL,
        .run.gemm = hgemm_tuned,
        .owner = owner_tuned,
        .fits = hier_tuned_fits,
        .workspace = hier_tuned_workspace,
        .predict = hier_predict_tuned,
    },
    {
        .name = "8_tuned_bf16",
        .teaches = "the same for bf16",
        .type_ab = DTYPE_BF16,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = bgemm_tuned,
        .owner = owner_tuned,
        .fits = hier_tuned_fits,
        .workspace = hier_tuned_workspace,
        .predict = hier_predict_tuned,
    },
    {
        .name = "8_converts_f32",
        .teaches = "f32 in memory becomes f16 in the copy to shared memory",
        .type_ab = DTYPE_F32,
        .converts_to_f16 = true,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = gemm_converts_f32,
        .owner = owner_converts,
        .fits = converts_fits,
        .workspace = converts_workspace,
        .predict = hier_predict_converts_f32,
    },
    {
        .name = "8_converts_s8",
        .teaches = "int8 in memory becomes f16 in the copy to shared memory",
        .type_ab = DTYPE_I8,
        .converts_to_f16 = true,
        .transposes = TRANSPOSE_ALL,
        .run.gemm = gemm_converts_i8,
        .owner = owner_converts,
        .fits = converts_fits,
        .workspace = converts_workspace,
        .predict = hier_predict_converts_i8,
    },
    {
        .name = "9_tiles",
        .teaches = "the same GEMM in about 20 lines: tiles that know tensor cores",
        .run.gemm = hgemm_tiles,
        .owner = tiles_owner,
        .predict = tiles_predict,
    },
};

static const struct experiment experiments[] = {
    {
        .flag = "--stages",
        .help = "3_multistage with 2 to 8 stages: shared memory, and what it is worth (NN)",
        .run = hier_stages_experiment,
    },
    {
        .flag = "--raster",
        .help = "draw the order of blocks in C, row by row and in panels (uses m, n and k)",
        .run = hier_raster_experiment,
    },
    {
        .flag = "--raster-order",
        .argument = "NAME",
        .help = "blocks in this order (rows, columns, panels, back-and-forth, hilbert, or all): "
                "what they need, and 5_rasterize in it (NN)",
        .run = hier_raster_orders,
    },
    {
        .flag = "--epilogue",
        .help = "6_epilogue with each of its functions (bias, ReLU, GELU, clamp), checked",
        .beside = "--d-type",
        .run = hier_epilogue_experiment,
    },
    {
        .flag = "--d-type",
        .argument = "TYPE",
        .help = "of --epilogue: C and D in f32, f16, bf16 or s8 (saturated)",
        .run = hier_d_type_experiment,
    },
};

const struct chapter chapter_08_cutlass_hierarchy = {
    .name = "08_cutlass_hierarchy",
    .title = "the whole hierarchy: a GEMM as CUTLASS builds it, in plain C",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .defaults =
        {
            .type_ab = DTYPE_F16,
            .type_c = DTYPE_F32,
            .transposes = TRANSPOSE_NN | TRANSPOSE_NT,
            .on_tensor_cores = true,
            .owner = owner_in_panels,
            .min_compute_capability = 80,
        },
    .experiments = experiments,
    .experiment_count = sizeof experiments / sizeof *experiments,
    .default_size_emulated = 256,
    .default_size_gpu = 4096,
};

int main(int argc, char **argv) { return chapter_main(&chapter_08_cutlass_hierarchy, argc, argv); }
