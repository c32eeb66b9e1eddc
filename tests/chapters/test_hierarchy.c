// SPDX-License-Identifier: MIT
//
// test_hierarchy.c: chapter 08: its layouts come from the algebra, its order of blocks covers C,
// and its experiments say what they promise. (That its steps compute and count right is tested with
// those of all chapters.)
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../08_cutlass_hierarchy/hierarchy.h"
#include "../../08_cutlass_hierarchy/parts/raster_orders.h"
#include "../../08_cutlass_hierarchy/parts/tiles.h"
#include "../../common/device/index.h"
#include "../../common/layout/atoms/tiled.h"
#include "../../common/step/matrix.h"
#include "../support/cli.h"
#include "../support/open_gpu.h"
#include "../layout/data/facts.h"

// ---- Layouts -------------------------------------------------------------------------------------

// Who holds which sum is a TiledMMA of CuTe: so many warps of one instruction, and permutations
// that give each warp neighbouring rows and columns.
static void sums_are_those_of_a_tiled_mma(struct hier_shape s)
{
    const int down = s.bm / HIER_WM, across = s.bn / HIER_WN;
    struct failure why;
    struct mma_atom atom;
    struct tiled_mma mma;
    struct tiler permutation;
    struct layout tv;
    char text[100];
    cr_assert(mma_atom_find(&atom, "SM80_16x8x16_F32F16F16F32_TN", &why), "%s", why.text);
    snprintf(text, sizeof text, "(%d,%d,1):(1,%d,0)", down, across, down);
    const struct layout warps = layout_from(text);
    snprintf(text, sizeof text, "<(16,%d,4):(1,64,16),(8,%d,8):(1,64,8),_>", down, across);
    cr_assert(tiler_parse(&permutation, text, &why), "%s: %s", text, why.text);
    cr_assert(make_tiled_mma(&mma, &atom, &warps, &permutation, &why), "%s", why.text);
    cr_assert(tiled_mma_tv(&tv, &mma, MMA_C, &why), "%s", why.text);

    const struct tv_literal literal = hier_c_layout(s);
    const int threads = hier_threads(s);
    cr_assert(threads == mma.threads);
    for (int t = 0; t < threads; t++)
        for (unsigned v = 0; v < literal_size(literal.value); v++) {
            int64_t element;
            cr_assert(layout_at(&tv, t + (int64_t)threads * v, &element, &why));
            cr_assert(tv_offset(literal, (unsigned)t, v) == element, "%d x %d: thread %d, value %u",
                      s.bm, s.bn, t, v);
        }
}

Test(hierarchy, sums_are_those_of_a_tiled_mma)
{
    sums_are_those_of_a_tiled_mma(hier_shape());
    sums_are_those_of_a_tiled_mma((struct hier_shape){256, 128, 32});
    sums_are_those_of_a_tiled_mma((struct hier_shape){64, 64, 64});
}

// The owners that steps 1 to 5 name are those of the layout.
Test(hierarchy, owners_are_those_of_the_layout)
{
    enum { STEPS = 5 };
    open_gpu(80); // panels depend on it
    const struct hier_shape s = hier_shape();
    const struct tv_literal literal = hier_c_layout(s);
    const struct gemm_problem p = {.m = 2 * s.bm, .n = 2 * s.bn, .k = 1, .alpha = 1};
    for (int i = 0; i < STEPS; i++) {
        const struct step *step = chapter_step(&chapter_08_cutlass_hierarchy, i);
        if (step->owner == tiles_owner)
            continue; // it has its own layout: test_tile.c
        for (unsigned t = 0; t < 256; t++)
            for (unsigned v = 0; v < literal_size(literal.value); v++) {
                const int at = tv_offset(literal, t, v);
                const struct owner owner = step->owner(&p, s.bm + at % s.bm, s.bn + at / s.bm);
                cr_assert(owner.thread == (int)t && owner.block_x == 3, "%s", step->name);
            }
    }
}

// A tile is a swizzled row-major layout, and 8 rows of a matrix for ldmatrix, and 8 vectors that
// follow each other in a copy, each fill all banks.
Test(hierarchy, tiles_have_no_bank_conflicts)
{
    enum { ROWS = 16, LINE = 128 };
    const struct {
        int cols;
        const char *layout;
    } tiles[] = {{16, "Sw<1,3,3> o 0 o (16,16):(16,1)"},
                 {32, "Sw<2,3,3> o 0 o (16,32):(32,1)"},
                 {64, "Sw<3,3,3> o 0 o (16,64):(64,1)"},
                 {128, "Sw<3,3,4> o 0 o (16,128):(128,1)"},
                 {256, "Sw<3,3,5> o 0 o (16,256):(256,1)"}};
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
        const int cols = tiles[i].cols, vectors = cols / F16_VECTOR;
        const struct tile_layout tile = swizzled_tile(ROWS, cols);
        struct composed_layout made;
        struct failure why;
        cr_assert(composed_parse(&made, tiles[i].layout, &why), "%s", why.text);
        for (int row = 0; row < ROWS; row++)
            for (int col = 0; col < cols; col++) {
                int64_t offset;
                cr_assert(composed_at(&made, row + (int64_t)col * ROWS, &offset, &why));
                cr_assert(tile_offset(tile, row, col) == offset, "%s: (%d, %d)", tiles[i].layout,
                          row, col);
                cr_assert(tile_offset(tile, row + 8, col) == offset + (int64_t)8 * cols);
            }
        for (int row = 0; row < ROWS; row += 8)
            for (int v = 0; v < vectors; v++) {
                int places = 0;
                for (int r = 0; r < 8; r++)
                    places |= 1 << tile_offset(tile, row + r, v * F16_VECTOR) * 2 % LINE / 16;
                cr_assert(places == 0xff, "%d columns, ldmatrix at row %d, vector %d", cols, row,
                          v);
            }
        for (int first = 0; first < ROWS * vectors; first += 8) {
            int places = 0;
            for (int c = first; c < first + 8; c++)
                places |=
                    1 << tile_offset(tile, c / vectors, c % vectors * F16_VECTOR) * 2 % LINE / 16;
            cr_assert(places == 0xff, "%d columns, copy of vector %d", cols, first);
        }
    }
}

// ---- The order of blocks -------------------------------------------------------------------------

Test(hierarchy, every_tile_has_one_block)
{
    const int sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {4, 3}, {7, 5}, {16, 16}, {33, 10}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int panel = 1; panel <= sizes[i][0] + 1; panel++) {
            const int m = sizes[i][0], n = sizes[i][1];
            bool *taken = calloc((size_t)m * (size_t)n, sizeof *taken);
            cr_assert(taken);
            for (int block = 0; block < m * n; block++) {
                const struct tile_place t = raster_tile(block, panel, m, n);
                cr_assert(t.row >= 0 && t.row < m && t.col >= 0 && t.col < n);
                cr_assert(!taken[t.row * n + t.col], "panel %d of %d x %d", panel, m, n);
                cr_assert(raster_block(t, panel, m, n) == block);
                taken[t.row * n + t.col] = true;
            }
            free(taken);
        }
}

static void check_order(enum raster_order order, int panel, int m, int n)
{
    const size_t tiles = (size_t)m * (size_t)n;
    struct tile_place *places = malloc(tiles * sizeof *places);
    bool *taken = calloc(tiles, sizeof *taken);
    cr_assert(places && taken);
    raster_order(order, panel, m, n, places);
    for (size_t i = 0; i < tiles; i++) {
        const struct tile_place t = places[i];
        cr_assert(t.row >= 0 && t.row < m && t.col >= 0 && t.col < n);
        cr_assert(!taken[t.row * n + t.col], "%s, %d x %d", raster_order_names[order], m, n);
        taken[t.row * n + t.col] = true;
        // In a square whose side is a power of two Hilbert's curve makes steps of one tile.
        if (order == RASTER_HILBERT && m == n && (m & (m - 1)) == 0 && i > 0)
            cr_assert(abs(t.row - places[i - 1].row) + abs(t.col - places[i - 1].col) == 1);
        if (order == RASTER_PANELS)
            cr_assert(raster_block(t, panel, m, n) == (int)i);
    }
    free(places);
    free(taken);
}

Test(hierarchy, every_order_takes_each_tile_once)
{
    const int sizes[][2] = {{1, 1},   {1, 9},   {9, 1}, {4, 3},      {7, 5},     {8, 8},
                            {16, 16}, {33, 10}, {4, 4}, {1, 100000}, {100000, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int order = 0; order < RASTER_ORDERS; order++)
            for (int panel = 1; panel <= 5; panel++)
                check_order((enum raster_order)order, panel, sizes[i][0], sizes[i][1]);
}

Test(hierarchy, panels_are_nearly_square_and_nearly_equal)
{
    const struct hier_shape s = hier_shape();
    cr_expect(raster_panel(s.bm, s.bn, 64, 132) == 16); // 8192: four panels
    cr_expect(raster_panel(s.bm, s.bn, 2, 132) == 2);
    cr_expect(raster_panel(s.bm, s.bn, 1, 132) == 1);
    cr_expect(raster_panel(s.bm, s.bn, 40, 1) == 1);
    for (int tiles_m = 1; tiles_m < 300; tiles_m++) {
        const int panel = raster_panel(s.bm, s.bn, tiles_m, 132), panels = ceil_div(tiles_m, panel);
        cr_expect(panel >= 1 && panel <= tiles_m);
        cr_expect(panels * panel - tiles_m <= panels, "%d tiles in panels of %d", tiles_m, panel);
    }
}

// ---- Steps ---------------------------------------------------------------------------------------

// Sums are added in a fixed order: two runs of a step give the same bits, and so do all steps,
// which only move data about in different ways.
Test(hierarchy, results_are_the_same_to_the_last_bit)
{
    enum { M = 136, N = 264, K = 104 };
    const struct gpu_ops *gpu = open_gpu(80);
    struct matrix A, B, first, C;
    cr_assert(matrix_alloc(&A, DTYPE_F16, M, K, K) && matrix_alloc(&B, DTYPE_F16, K, N, N) &&
              matrix_alloc(&first, DTYPE_F32, M, N, N) && matrix_alloc(&C, DTYPE_F32, M, N, N));
    matrix_fill_random(&A, 1);
    matrix_fill_random(&B, 2);
    char *d_A = gpu->alloc(matrix_bytes(&A)), *d_B = gpu->alloc(matrix_bytes(&B));
    char *d_C = gpu->alloc(matrix_bytes(&C));
    gpu->copy_in(d_A, A.data, matrix_bytes(&A));
    gpu->copy_in(d_B, B.data, matrix_bytes(&B));
    gemm_fn *const steps[] = {hgemm_hierarchy,         hgemm_hierarchy,  hgemm_cp_async,
                              hgemm_multistage,        hgemm_multistage, hgemm_register_pipeline,
                              hgemm_register_pipeline, hgemm_rasterize,  hgemm_tiles};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const struct gemm g = {
            {.m = M, .n = N, .k = K, .alpha = 1, .lda = K, .ldb = N, .ldc = N}, d_A, d_B, d_C};
        steps[i](&g);
        gpu->wait();
        gpu->copy_out(i == 0 ? first.data : C.data, d_C, matrix_bytes(&C));
        cr_expect(i == 0 || memcmp(first.data, C.data, matrix_bytes(&C)) == 0, "%zu", i);
    }
    gpu->release(d_A);
    gpu->release(d_B);
    gpu->release(d_C);
    matrix_free(&A);
    matrix_free(&B);
    matrix_free(&first);
    matrix_free(&C);
}

// ---- The command line ----------------------------------------------------------------------------

TestSuite(hierarchy_flags, .fini = scratch_remove);

static const char chapter[] = "08_cutlass_hierarchy";

Test(hierarchy_flags, stages)
{
    open_gpu(80);
    accepted_with(chapter, "--stages -m 100 -n 64 -k 40", "     4          98304           2");
    accepted_with(chapter, "--stages -m 10 -n 8 -k 8 --format json", "\"stages\":8,");
    accepted_with(chapter, "--stages -m 10 -n 8 -k 0 --format csv", "stages,shared_bytes,fits");
    refused(chapter, "--stages -n 12", "--stages: takes n and k that are multiples of 8; n is 12");
    refused(chapter, "--stages -m 0", "--stages: C is empty");
}

Test(hierarchy_flags, stages_that_do_not_fit_are_skipped)
{
    open_gpu(80);
    if (!gpu_ops()->counting())
        cr_skip_test("this GPU is not emulated");
    accepted_with(chapter, "--stages -m 8 -n 8 -k 8 --gpu rtx4090",
                  "skipped: a block of this GPU has at most 101376 bytes");
    refused(chapter, "--stages --gpu t4", "--stages: needs compute capability 8.0");
}

Test(hierarchy_flags, raster)
{
    open_gpu(80);
    accepted_with(chapter, "--raster -m 500 -n 700", "        0    1    2\n        3    4    5\n");
    accepted_with(chapter, "--raster -m 500 -n 700", "        0    4    8\n        1    5    9\n");
    accepted_with(chapter, "--raster --size 20000", "... (157 x 79 tiles in all)");
    refused(chapter, "--raster -n 0", "--raster: C is empty");
    refused(chapter, "--raster --format csv", "--raster: a drawing for people");
}

Test(hierarchy_flags, raster_order)
{
    open_gpu(80);
    if (gpu_ops()->counting()) // else none can be chosen
        accepted_with(chapter, "--raster-order back-and-forth -m 400 -n 1000 -k 64 --gpu t4",
                      "        0    4    8   12\n");
    accepted_with(chapter, "--raster-order all -m 512 -n 1000 -k 64", "hilbert");
    refused(chapter, "--raster-order snail", "--raster-order snail: rows, columns, panels");
    refused(chapter, "--raster-order all -m 0", "--raster-order: C is empty");
    refused(chapter, "--raster-order rows -n 9", "multiples of 8; n is 9");
}
