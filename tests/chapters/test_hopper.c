// SPDX-License-Identifier: MIT
//
// test_hopper.c: chapter 09: its tiles are stored as the algebra says, for the copy engine that
// brings them and for wgmma that reads them; its rings go round; who packs, and who computes what.
// (That its steps compute and count right is tested with those of all chapters.)
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/device/index.h"
#include "../../common/device/tile/wgmma_layout.h"
#include "../../common/driver/gpu/gpu.h"
#include "../../common/step/kind.h"
#include "../../common/step/matrix.h"
#include "../../emu/tests/support/sampler.h"
#include "../layout/data/facts.h"
#include "test_hopper.h"
#include "trial.h"

enum { ROWS = HOPPER_TILE_ROWS, COLS = HOPPER_BK };

static const struct gpu_ops *open_hopper(void)
{
    struct machine machine;
    struct failure why;
    const struct gpu_ops *gpu = gpu_ops();
    cr_assert(gpu->open(&machine, &why), "%s", why.text);
    if (machine_capability(&machine) / 10 != 9)
        cr_skip_test("chapter 09 needs compute capability 9.0");
    return gpu;
}

static void *on_device(const struct gpu_ops *gpu, const void *data, size_t bytes)
{
    void *device = gpu->alloc(bytes);
    gpu->copy_in(device, data, bytes);
    return device;
}

// ---- Rings --------------------------------------------------------------------------------------

Test(hopper, the_parity_changes_each_time_round_a_ring)
{
    enum { COUNT = 23 };
    const struct gpu_ops *gpu = open_hopper();
    int *const places = gpu->alloc(sizeof *places * 2 * COUNT);
    for (int stages = 1; stages <= 8; stages++)
        for (int parity = 0; parity < 2; parity++) {
            int got[2 * COUNT];
            hopper_ring_places(parity, stages, COUNT, places);
            gpu->copy_out(got, places, sizeof got);
            for (int i = 0; i < COUNT; i++) {
                const int *const place = &got[(size_t)i * 2];
                cr_expect(place[0] == i % stages, "%d stages, turn %d", stages, i);
                cr_expect(place[1] == (parity ^ i / stages % 2), "%d stages, turn %d", stages, i);
            }
        }
    gpu->release(places);
}

// ---- Tiles --------------------------------------------------------------------------------------

// CuTe's GMMA::Layout_K_SW128_Atom and GMMA::Layout_MN_SW128_Atom for 16-bit elements, tiled to 128
// of m (n) by 64 of k.
static struct composed_layout tile_layout_of(bool k_major)
{
    struct composed_layout made;
    struct failure why;
    cr_assert(composed_parse(&made,
                             k_major ? "Sw<3,3,3> o 0 o ((8,16),64):((64,512),1)"
                                     : "Sw<3,3,3> o 0 o ((64,2),(8,8)):((1,4096),(64,512))",
                             &why),
              "%s", why.text);
    return made;
}

static int offset_in(const struct composed_layout *l, int row, int k)
{
    int64_t offset;
    struct failure why;
    cr_assert(composed_at(l, row + (int64_t)k * ROWS, &offset, &why), "%s", why.text);
    return (int)offset;
}

// An element that encodes its place; never 0.
static uint16_t mark(int row, int col) { return (uint16_t)(1 + row * 251 + col); }

static void brought_as_the_algebra_says(const struct gpu_ops *gpu, bool of_b, bool k_major, int m,
                                        int k, int ld)
{
    const int rows = k_major ? m : k, cols = k_major ? k : m;
    uint16_t *const all = calloc((size_t)rows * (size_t)ld, sizeof *all);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            all[row_major(i, j, ld)] = mark(k_major ? i : j, k_major ? j : i);
    uint16_t *const data = on_device(gpu, all, (size_t)rows * (size_t)ld * sizeof *all);
    uint16_t *const out = gpu->alloc(HOPPER_TILE * sizeof *out);
    // Both are this one; C is not checked.
    struct gemm g = {.problem = {.m = m, .n = m, .k = k, .alpha = 1, .lda = ld, .ldb = ld}};
    g.problem.trans_a = !k_major;
    g.problem.trans_b = k_major;
    g.problem.ldc = ceil_div(m, 4) * 4;
    g.A = g.B = data;
    g.C = out;
    const struct composed_layout layout = tile_layout_of(k_major);
    for (int row = 0; row < m; row += ROWS)
        for (int at = 0; at < k; at += COLS) {
            uint16_t got[HOPPER_TILE];
            hopper_bring(&g, of_b, row, at, out);
            gpu->copy_out(got, out, sizeof got);
            for (int i = 0; i < ROWS; i++)
                for (int j = 0; j < COLS; j++) {
                    const bool inside = row + i < m && at + j < k;
                    const uint16_t wanted = inside ? mark(row + i, at + j) : 0;
                    cr_assert(got[offset_in(&layout, i, j)] == wanted,
                              "%s, %s, %d x %d, tile at (%d, %d): element (%d, %d)",
                              of_b ? "B" : "A", k_major ? "K-major" : "MN-major", m, k, row, at, i,
                              j);
                }
        }
    gpu->release(out);
    gpu->release(data);
    free(all);
}

Test(hopper, the_copy_engine_brings_tiles_as_the_algebra_says)
{
    const int sizes[][2] = {{128, 64}, {1, 1}, {130, 70}, {64, 200}, {129, 8}};
    const struct gpu_ops *gpu = open_hopper();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int which = 0; which < 4; which++) {
            const int m = sizes[i][0], k = sizes[i][1];
            const bool k_major = which & 1;
            const int cols = k_major ? k : m;
            brought_as_the_algebra_says(gpu, which & 2, k_major, m, k, ceil_div(cols, 8) * 8 + 8);
            brought_as_the_algebra_says(gpu, which & 2, k_major, m, k, cols + 1); // packed, often
        }
}

// Small whole numbers, whose products and sums are exact.
static float number_at(int row, int k, int salt)
{
    return (float)((row * 7 + k * 3 + salt) % 9 - 4);
}

static uint16_t f16_of(float whole) // -4 to 4
{
    static const uint16_t bits[] = {0, 0x3C00, 0x4000, 0x4200, 0x4400};
    return (uint16_t)(whole < 0 ? 0x8000 | bits[(int)-whole] : bits[(int)whole]);
}

static void *image(const struct gpu_ops *gpu, bool k_major, int salt)
{
    uint16_t tile[HOPPER_TILE];
    const struct composed_layout layout = tile_layout_of(k_major);
    memset(tile, 0xFF, sizeof tile); // a NaN, where nothing is stored
    for (int row = 0; row < ROWS; row++)
        for (int k = 0; k < COLS; k++)
            tile[offset_in(&layout, row, k)] = f16_of(number_at(row, k, salt));
    return on_device(gpu, tile, sizeof tile);
}

// CuTe's CLayout_64x128: from (thread, value) to row + 64 column.
static const char sums_layout[] = "((4,8,4),(2,2,16)):((128,1,16),(64,8,512))";

Test(hopper, wgmma_reads_what_lies_as_the_algebra_says)
{
    enum { SUMS = ROWS / 2 };
    const struct gpu_ops *gpu = open_hopper();
    const struct layout sums = layout_from(sums_layout);
    float *const out = gpu->alloc(sizeof *out * ROWS * ROWS);
    for (int which = 0; which < 4; which++) {
        const bool trans_a = which & 2, trans_b = which & 1;
        static float got[2][HOPPER_WARPGROUP][SUMS];
        void *const a = image(gpu, !trans_a, 1), *const b = image(gpu, trans_b, 5);
        hopper_multiply(a, b, trans_a, trans_b, out);
        gpu->copy_out(got, out, sizeof got);
        for (int half = 0; half < 2; half++)
            for (int t = 0; t < HOPPER_WARPGROUP; t++)
                for (int v = 0; v < SUMS; v++) {
                    int64_t at;
                    struct failure why;
                    float wanted = 0;
                    cr_assert(layout_at(&sums, t + (int64_t)HOPPER_WARPGROUP * v, &at, &why));
                    const int row = half * HOPPER_ATOM + (int)at % HOPPER_ATOM;
                    const int col = (int)at / HOPPER_ATOM;
                    for (int k = 0; k < COLS; k++)
                        wanted += number_at(row, k, 1) * number_at(col, k, 5);
                    cr_assert(got[half][t][v] == wanted, "%s: (%d, %d) is %g, not %g",
                              transpose_name(TRANSPOSE_NN << which), row, col, got[half][t][v],
                              wanted);
                }
        gpu->release(a);
        gpu->release(b);
    }
    gpu->release(out);
}

// ---- What the host decides ----------------------------------------------------------------------

Test(hopper, operands_are_packed_where_they_cannot_be_taken_as_they_are)
{
    const struct {
        int m, k, lda;
        bool trans_a, by_threads, packed;
    } cases[] = {
        {64, 64, 64, false, false, false}, {64, 61, 64, false, false, false}, // rows end anywhere
        {64, 61, 64, false, true, true}, // threads copy whole vectors
        {64, 56, 64, false, true, false},  {64, 64, 65, false, false, true},
        {61, 64, 64, true, false, false},  {64, 1, 68, true, false, true},
        {1, 1, 1, false, false, true},     {1, 1, 8, false, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct gemm g = {.problem = {.trans_a = cases[i].trans_a,
                                           .m = cases[i].m,
                                           .n = 64,
                                           .k = cases[i].k,
                                           .lda = cases[i].lda,
                                           .ldb = 64}};
        const struct hopper_operand a =
            hopper_operand(&g, false, cases[i].by_threads, WGMMA_OF_F16);
        cr_expect((a.pack.rows > 0) == cases[i].packed, "case %zu", i);
        cr_expect(a.ld % 8 == 0 && a.k_major == !cases[i].trans_a, "case %zu", i);
        cr_expect(a.rows == (cases[i].trans_a ? cases[i].k : cases[i].m), "case %zu", i);
    }
}

// Of 4 bytes and of 1: k must run along the rows, which begin at multiples of 16 bytes.
Test(hopper, operands_of_other_types_are_copied_k_major)
{
    const struct {
        enum wgmma_type type;
        int m, k, lda;
        bool trans_a, copied;
        int ld;
    } cases[] = {
        {WGMMA_OF_TF32, 64, 61, 64, false, false, 64}, {WGMMA_OF_TF32, 64, 61, 61, false, true, 64},
        {WGMMA_OF_TF32, 64, 61, 64, true, true, 64},   {WGMMA_OF_S8, 64, 64, 64, false, false, 64},
        {WGMMA_OF_S8, 64, 61, 72, false, true, 64},    {WGMMA_OF_S8, 64, 17, 64, true, true, 32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct gemm g = {.problem = {.trans_a = cases[i].trans_a,
                                           .m = cases[i].m,
                                           .n = 64,
                                           .k = cases[i].k,
                                           .alpha = 1,
                                           .lda = cases[i].lda,
                                           .ldb = 64,
                                           .trans_b = true}};
        const struct hopper_operand a = hopper_operand(&g, false, false, cases[i].type);
        const bool tf32 = cases[i].type == WGMMA_OF_TF32;
        const double bytes =
            tf32 ? hopper_workspace_tf32(&g.problem) : hopper_workspace_bytes(&g.problem);
        cr_expect((a.along.rows > 0) == cases[i].copied, "case %zu", i);
        cr_expect(a.k_major && a.rows == cases[i].m && a.ld == cases[i].ld, "case %zu", i);
        const double copy = (double)cases[i].m * a.ld * wgmma_bytes(cases[i].type);
        cr_expect(bytes == (cases[i].copied ? copy : 0), "case %zu: %g bytes", i, bytes);
    }
}

// ---- Who computes what --------------------------------------------------------------------------

// Steps that keep their sums as wgmma leaves them: tiles of 128 x 128 of one warpgroup, or 128 x
// 256 of two.
static int columns_of(const struct step *step)
{
    const int number = atoi(step->name);
    return number < 3 || number == 11 || number == 14 ? 0 : number < 6 ? 128 : 256;
}

Test(hopper, owners_are_those_of_the_layout)
{
    enum { TILES = 3 };
    open_hopper(); // panels depend on it
    const struct layout sums = layout_from(sums_layout);
    for (int i = 0; i < chapter_09_hopper.step_count; i++) {
        const struct step *step = chapter_step(&chapter_09_hopper, i);
        const int bn = columns_of(step);
        const int loader =
            bn == 256 && atoi(step->name) != 12; // the first warpgroup; 12_tiles has none
        const struct gemm_problem p = {.m = 2 * TILES * ROWS, .n = TILES * bn, .k = 1, .alpha = 1};
        int tiles_of[2 * TILES * TILES] = {0};
        for (int tile = 0; tile < 2 * TILES * TILES && bn > 0; tile++) {
            const int row = tile / TILES * ROWS, col = tile % TILES * bn;
            const struct owner first = step->owner(&p, row, col);
            cr_assert(first.block_x >= 0 && first.block_x < 2 * TILES * TILES, "%s", step->name);
            tiles_of[first.block_x]++;
            for (int t = 0; t < HOPPER_WARPGROUP; t++)
                for (int v = 0; v < bn / 2; v++) {
                    int64_t at;
                    struct failure why;
                    cr_assert(
                        layout_at(&sums, t + (int64_t)HOPPER_WARPGROUP * (v % 64), &at, &why));
                    const int r = (int)at % HOPPER_ATOM, c = (int)at / HOPPER_ATOM + v / 64 * 128;
                    for (int half = 0; half < 2; half++) {
                        const struct owner o =
                            step->owner(&p, row + half * HOPPER_ATOM + r, col + c);
                        const int of = bn == 256 ? loader + half : 0;
                        cr_assert(o.block_x == first.block_x &&
                                      o.thread == of * HOPPER_WARPGROUP + t,
                                  "%s: (%d, %d)", step->name, row + r, col + c);
                    }
                }
        }
        for (int b = 0; b < 2 * TILES * TILES && bn > 0; b++)
            cr_expect(tiles_of[b] == 1, "%s: block %d has %d tiles", step->name, b, tiles_of[b]);
    }
}

Test(hopper, sums_of_tiles_come_from_the_algebra)
{
    const struct layout sums = layout_from(sums_layout);
    const struct tv_literal literal = wgmma_sums_layout(2 * HOPPER_ATOM, 256);
    for (int t = 0; t < 2 * HOPPER_WARPGROUP; t++)
        for (int v = 0; v < 128; v++) {
            int64_t at;
            struct failure why;
            cr_assert(layout_at(&sums, t % 128 + (int64_t)HOPPER_WARPGROUP * (v % 64), &at, &why));
            const int row = t / 128 * HOPPER_ATOM + (int)at % HOPPER_ATOM;
            const int col = v / 64 * 128 + (int)at / HOPPER_ATOM;
            cr_assert(tv_offset(literal, (unsigned)t, (unsigned)v) == row * 256 + col);
        }
}

// ---- Large products -----------------------------------------------------------------------------

// Right, and on the emulated GPU at the price predicted. tests/predict has smaller ones.
static void check_large(const struct gpu_ops *gpu, const struct step *step, struct gemm_problem p)
{
    const struct counting *const counting = gpu->counting();
    struct trial trial;
    struct counts counted;
    trial_open_machine(step);
    trial_make_problem(&trial, step, &p, 8);
    if (counting)
        counting->begin();
    trial_check(&trial);
    if (counting) {
        counting->end(&counted);
        const struct counts predicted = step->predict(&trial.p);
        for (int c = 0; c < counts_number(); c++)
            cr_expect(counts_get(&counted, c) == counts_get(&predicted, c),
                      "%s %s, m %d n %d k %d: %s: counted %lld, predicted %lld", step->name,
                      transpose_name(gemm_transpose(&p)), p.m, p.n, p.k, counts_name(c),
                      counts_get(&counted, c), counts_get(&predicted, c));
    }
    trial_free(&trial);
}

// Rings go on from tile to tile, and stages are not begun anew.
Test(hopper, blocks_that_stay_take_tile_after_tile)
{
    const struct gpu_ops *gpu = open_hopper();
    for (int i = 0; i < chapter_09_hopper.step_count; i++) {
        const struct step *step = chapter_step(&chapter_09_hopper, i);
        const int number = atoi(step->name);
        const bool quick = number == 8 || number == 10;
        if (number < 7 || number > 10 || (!quick && !full_test()))
            continue;
        // 134 tiles, or 67 for clusters of two, on 132 SMs.
        check_large(gpu, step,
                    (struct gemm_problem){
                        .trans_b = true, .m = 134 * ROWS - 1, .n = 9, .k = 136, .alpha = 1});
    }
}
