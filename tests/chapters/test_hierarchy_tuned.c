// SPDX-License-Identifier: MIT
//
// test_hierarchy_tuned.c: chapter 08, steps 6 to 8: predicates, functions of the epilogue, plans.
// (That the steps compute and count right is tested with those of all chapters.)
#include <criterion/criterion.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/device/gemm/hierarchy/epilogue_functions.h"
#include "../../common/device/gemm/hierarchy/pack_gemm.h"
#include "../../common/device/gemm/hierarchy/predicates.h"
#include "../../common/device/gemm/raster.h"
#include "../../08_cutlass_hierarchy/hierarchy.h"
#include "../../common/device/gemm/hierarchy/predict.h"
#include "../../common/driver/gpu/counting.h"
#include "../../common/device/index.h"
#include "../../common/step/matrix.h"
#include "../../emu/tests/support/sampler.h"
#include "../support/open_gpu.h"

static const struct hier_device h200 = {132, 227 << 10, 228 << 10},
                                small = {28, 99 << 10, 100 << 10};

Test(hierarchy_tuned, predicates_are_kept_as_a_mask)
{
    for (int round = 0; round < 100; round++) {
        uint32_t mask = 0;
        bool wanted[PREDICATES];
        for (int i = 0; i < PREDICATES; i++) {
            wanted[i] = rand() % 2;
            mask |= predicate_mask(i, wanted[i]);
        }
        for (int i = 0; i < PREDICATES; i++)
            cr_expect((predicate_at_mask(mask, i) != 0) == wanted[i]);
    }
}

Test(hierarchy_tuned, epilogue_functions_at_their_edges)
{
    const float bias[] = {10, -3};
    const struct epilogue e = {
        .alpha = 2, .beta = -1, .bias = bias, .low = -1, .high = 5, .scale = bias};
    cr_expect(epilogue_value(EPILOGUE_LINEAR, &e, 3, 4, 0, 0) == 2);
    cr_expect(epilogue_value(EPILOGUE_BIAS, &e, 3, 4, 0, 1) == -1);
    cr_expect(epilogue_value(EPILOGUE_SCALE, &e, 3, 4, 0, 1) == 2 * bias[1]);
    cr_expect(epilogue_value(EPILOGUE_BIAS_ROWS, &e, 3, 4, 1, 0) == -1);
    cr_expect(epilogue_value(EPILOGUE_SCALE_ROWS, &e, 3, 4, 1, 0) == 2 * bias[1]);
    cr_expect(epilogue_value(EPILOGUE_BIAS_RELU, &e, 3, 4, 0, 1) == 0); // 2 - 3
    cr_expect(epilogue_value(EPILOGUE_BIAS_RELU, &e, 4, 4, 0, 1) == 1);
    cr_expect(epilogue_value(EPILOGUE_RELU, &e, -3, 0, 0, 0) == 0);
    cr_expect(epilogue_value(EPILOGUE_RELU, &e, 3, 0, 0, 0) == 6);
    cr_expect(epilogue_value(EPILOGUE_CLAMP, &e, 3, 0, 0, 0) == 5);
    cr_expect(epilogue_value(EPILOGUE_CLAMP, &e, -3, 0, 0, 0) == -1);
    cr_expect(epilogue_value(EPILOGUE_CLAMP, &e, 1, 0, 0, 0) == 2);
    for (int i = -64; i <= 64; i++) {
        const float x = 0.125f * (float)i;
        const double exact = x * (1 + erf(x / sqrt(2))) / 2;
        cr_expect(fabs(epilogue_value(EPILOGUE_GELU, &e, x / 2, 0, 0, 0) - exact) <=
                  1e-6 * (1 + fabs(exact)));
    }
    const struct epilogue no_c = {
        .alpha = 1, .beta = 0, .bias = bias, .low = -1, .high = 1, .scale = bias};
    for (int f = 0; f < EPILOGUE_FUNCTIONS; f++) {
        cr_expect(isnan(epilogue_value((enum epilogue_function)f, &no_c, NAN, 0, 0, 0)));
        cr_expect(!isnan(epilogue_value((enum epilogue_function)f, &no_c, 1, NAN, 0, 0)));
    }
}

// Tiles of all configurations are made of such cells.
enum { CELL = 16 };

// The launch takes each of its tiles once, by a block that there is. Cells of C are marked.
static void check_plan(const struct hier_device *device, const struct hier_plan *plan, char *taken,
                       int all_m, int all_n)
{
    const struct hier_configuration *c = &hier_configurations[plan->configuration];
    const int bm = configuration_bm(c), bn = configuration_bn(c);
    const int tiles_m = ceil_div(plan->m, bm), tiles_n = ceil_div(plan->n, bn);
    const int done_m = plan->done_m / bm, done_n = plan->done_n / bn;
    const int tiles = tiles_m * tiles_n - done_m * done_n;
    cr_expect(plan->expected_ns > 0 && isfinite(plan->expected_ns));
    cr_expect(plan->share.blocks >= 1 &&
              plan->share.blocks <= device->sms * configuration_blocks_per_sm(device, c));
    cr_expect(plan->way != WHOLE_TILES || plan->share.blocks <= tiles);
    cr_expect_eq(plan->share.tiles, tiles);
    cr_expect(configuration_shared_bytes(c) <= device->shared_bytes);
    cr_expect(done_m * bm == plan->done_m && done_n * bn == plan->done_n, "whole tiles");
    cr_assert(plan->m == all_m || (plan->m < all_m && plan->m % CELL == 0));
    cr_assert(plan->n == all_n || (plan->n < all_n && plan->n % CELL == 0));
    for (int tile = 0; tile < tiles; tile++) {
        const struct tile_place at =
            raster_border(tile, plan->panel, tiles_m, tiles_n, done_m, done_n);
        cr_assert(at.row >= 0 && at.row < tiles_m && at.col >= 0 && at.col < tiles_n);
        cr_assert(at.row >= done_m || at.col >= done_n);
        cr_assert_eq(raster_border_block(at, plan->panel, tiles_m, tiles_n, done_m, done_n), tile);
        for (int i = at.row * bm; i < smaller((at.row + 1) * bm, plan->m); i += CELL)
            for (int j = at.col * bn; j < smaller((at.col + 1) * bn, plan->n); j += CELL)
                taken[i / CELL * ceil_div(all_n, CELL) + j / CELL]++;
    }
}

static void check_schedule(const struct hier_device *device, const struct hier_schedule *s, int m,
                           int n)
{
    const int cells = ceil_div(m, CELL) * ceil_div(n, CELL);
    char *taken = calloc((size_t)cells, 1);
    cr_assert_not_null(taken);
    cr_assert(s->launches == 1 || s->launches == 2);
    for (int i = 0; i < s->launches; i++)
        check_plan(device, &s->launch[i], taken, m, n);
    for (int i = 0; i < cells; i++)
        cr_assert(taken[i] == 1);
    free(taken);
}

Test(hierarchy_tuned, schedules_take_every_tile_once)
{
    const int sizes[][3] = {{1, 1, 1},        {256, 256, 256},  {300, 4000, 0},
                            {4096, 4096, 64}, {1, 20000, 7},    {20000, 1, 7},
                            {1000, 1000, 9},  {2048, 2048, 99}, {4097, 4097, 4097},
                            {4096, 4097, 64}, {4097, 4096, 64}, {2100, 3900, 4000}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int staged = 0; staged < 2; staged++) {
            const int m = sizes[i][0], n = sizes[i][1], k = sizes[i][2];
            for (int c = 0; c < PLAN_CONFIGURATIONS; c++) {
                struct hier_schedule one = {.launches = 1, .launch = {{.m = m, .n = n}}};
                if (hier_plan(&h200, c, k, staged, &one.launch[0]))
                    check_schedule(&h200, &one, m, n);
            }
            const struct gemm_problem p = {.m = m, .n = n, .k = k, .alpha = 1};
            struct hier_schedule schedule = hier_choose(&h200, &p, staged);
            check_schedule(&h200, &schedule, m, n);
            schedule = hier_choose(&small, &p, staged);
            check_schedule(&small, &schedule, m, n);
        }
}

// Where K is too short to be cut, smaller tiles compute the rest of C.
Test(hierarchy_tuned, some_problems_have_a_border)
{
    int borders = 0;
    for (int i = 0; i < 200; i++) {
        const struct gemm_problem p = {
            .m = 1000 + 37 * i, .n = 1500 + 53 * i, .k = 300 + 7 * i, .alpha = 1};
        const struct hier_schedule schedule = hier_choose(&h200, &p, false);
        borders += schedule.launches - 1;
        if (schedule.launches == 2)
            check_schedule(&h200, &schedule, p.m, p.n);
    }
    cr_expect(borders > 0);
}

// ---- Two launches for one C ---------------------------------------------------------------------

// (Of problems that tests have time for, no schedule has a border: it is launched by hand.)
enum { BORDER_M = 304, BORDER_N = 616, BORDER_K = 72 };
enum { C_BYTES = BORDER_M * BORDER_N * (int)sizeof(float) };

static void *random_on_device(int rows, int cols, unsigned seed)
{
    struct matrix M;
    void *d = NULL;
    cr_assert(matrix_alloc(&M, DTYPE_F16, rows, cols, cols));
    matrix_fill_random(&M, seed);
    cr_assert(cudaMalloc(&d, matrix_bytes(&M)) == cudaSuccess);
    cr_assert(cudaMemcpy(d, M.data, matrix_bytes(&M), cudaMemcpyHostToDevice) == cudaSuccess);
    matrix_free(&M);
    return d;
}

struct border_test {
    bool trans_a;
    void *A, *B, *C; // on the device
    uint32_t *wanted, *got;
    const struct counting *counting; // NULL on a real GPU
};

static struct gemm_problem border_problem(bool trans_a)
{
    return (struct gemm_problem){.trans_a = trans_a,
                                 .m = BORDER_M,
                                 .n = BORDER_N,
                                 .k = BORDER_K,
                                 .alpha = 1,
                                 .lda = trans_a ? BORDER_M : BORDER_K,
                                 .ldb = BORDER_N,
                                 .ldc = BORDER_N};
}

static void launch_and_count(struct border_test *t, const struct hier_plan *plan)
{
    const struct gemm_problem p = border_problem(t->trans_a);
    struct counts counted, predicted = hier_predict_plan(&p, plan, COPY_ASYNC);
    if (t->counting)
        t->counting->begin();
    hgemm_tuned_plan(plan, &(struct gemm){p, t->A, t->B, t->C});
    cr_assert(cudaDeviceSynchronize() == cudaSuccess);
    if (t->counting) {
        t->counting->end(&counted);
        for (int i = 0; i < counts_number(); i++)
            cr_expect_eq(counts_get(&counted, i), counts_get(&predicted, i), "%s: %lld, not %lld",
                         counts_name(i), counts_get(&counted, i), counts_get(&predicted, i));
    }
    cr_assert(cudaMemcpy(t->got, t->C, C_BYTES, cudaMemcpyDeviceToHost) == cudaSuccess);
}

static bool fits_into(int inner, int outer)
{
    const struct hier_configuration *in = &hier_configurations[inner],
                                    *out = &hier_configurations[outer];
    return inner != outer && configuration_bm(in) % configuration_bm(out) == 0 &&
           configuration_bn(in) % configuration_bn(out) == 0;
}

// Whether it could be launched.
static bool check_border(struct border_test *t, int inner, int outer)
{
    const struct hier_device device = hier_device();
    const struct hier_configuration *c = &hier_configurations[inner];
    struct hier_plan whole = {.m = BORDER_M / configuration_bm(c) * configuration_bm(c),
                              .n = BORDER_N / configuration_bn(c) * configuration_bn(c)};
    struct hier_plan border = {.m = BORDER_M, .n = BORDER_N, .done_m = whole.m, .done_n = whole.n};
    if (!hier_plan(&device, inner, BORDER_K, false, &whole) ||
        !hier_plan(&device, outer, BORDER_K, false, &border))
        return false;
    cr_assert(cudaMemset(t->C, 0xff, C_BYTES) == cudaSuccess);
    launch_and_count(t, &border);
    for (int i = 0; i < BORDER_M * BORDER_N; i++) {
        const bool inside = i / BORDER_N < whole.m && i % BORDER_N < whole.n;
        cr_assert(t->got[i] == (inside ? UINT32_MAX : t->wanted[i]), "%d and %d: (%d, %d)", inner,
                  outer, i / BORDER_N, i % BORDER_N);
    }
    launch_and_count(t, &whole);
    cr_assert(memcmp(t->got, t->wanted, C_BYTES) == 0, "%d and %d", inner, outer);
    return true;
}

static void check_borders(bool trans_a)
{
    struct border_test t = {
        .trans_a = trans_a,
        .A = random_on_device(BORDER_M, BORDER_K, 1),
        .B = random_on_device(BORDER_K, BORDER_N, 2),
        .wanted = malloc(C_BYTES),
        .got = malloc(C_BYTES),
        .counting = gpu_ops()->counting(),
    };
    cr_assert(t.wanted && t.got && cudaMalloc(&t.C, C_BYTES) == cudaSuccess);
    hgemm_tuned(&(struct gemm){border_problem(trans_a), t.A, t.B, t.C});
    cr_assert(cudaMemcpy(t.wanted, t.C, C_BYTES, cudaMemcpyDeviceToHost) == cudaSuccess);
    // Every sum adds the same products in the same order, whatever the tile.
    int launched = 0;
    for (int inner = 0; inner < PLAN_CONFIGURATIONS; inner++)
        for (int outer = 0; outer < PLAN_CONFIGURATIONS; outer++)
            launched += in_turn(inner + outer + trans_a, sampled(3, 1, 1)) &&
                        fits_into(inner, outer) && check_border(&t, inner, outer);
    cr_expect(launched > 0);
    cudaFree(t.A);
    cudaFree(t.B);
    cudaFree(t.C);
    free(t.wanted);
    free(t.got);
}

Test(hierarchy_tuned, a_border_is_what_whole_tiles_leave)
{
    open_gpu(80);
    check_borders(false);
    check_borders(true);
}

// Blocks finish in any order, but each sum is added up by one thread, in one order.
Test(hierarchy_tuned, repeated_runs_are_bit_identical)
{
    enum { TIMES = 3 };
    const struct machine machine = open_machine(80);
    // A real GPU has time for one with packing, several rounds of tiles and a border.
    const int size = machine.is_emulated ? 301 : 4097;
    const size_t bytes = sizeof(float) * (size_t)size * (size_t)size;
    void *A = random_on_device(size, size, 3), *B = random_on_device(size, size, 4), *C;
    char *first = malloc(bytes), *again = malloc(bytes);
    cr_assert(first && again && cudaMalloc(&C, bytes) == cudaSuccess);
    for (int layout = 0; layout < 4; layout += sampled(3, 1, 1))
        for (int i = 0; i < TIMES; i++) {
            cr_assert(cudaMemset(C, 0xff, bytes) == cudaSuccess);
            const struct gemm_problem p = {.trans_a = layout / 2,
                                           .trans_b = layout % 2,
                                           .m = size,
                                           .n = size,
                                           .k = size,
                                           .alpha = 1,
                                           .lda = size,
                                           .ldb = size,
                                           .ldc = size};
            hgemm_tuned(&(struct gemm){p, A, B, C});
            cr_assert(cudaMemcpy(i == 0 ? first : again, C, bytes, cudaMemcpyDeviceToHost) ==
                      cudaSuccess);
            cr_expect(i == 0 || memcmp(first, again, bytes) == 0, "run %d", i);
        }
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    free(first);
    free(again);
}

static void plan_packing_of(struct pack_operand *a, struct pack_operand *b, bool trans_a,
                            bool trans_b, int n, int k, int lda, const void *B, int ldb)
{
    const struct gemm_problem p = {.trans_a = trans_a,
                                   .trans_b = trans_b,
                                   .m = 100,
                                   .n = n,
                                   .k = k,
                                   .alpha = 1,
                                   .lda = lda,
                                   .ldb = ldb};
    pack_plan(a, b, &(struct gemm){p, (char *)256, B, NULL});
}

static void plan_packing(struct pack_operand *a, struct pack_operand *b, bool trans_b, int n, int k,
                         int lda, const void *B, int ldb)
{
    plan_packing_of(a, b, false, trans_b, n, k, lda, B, ldb);
}

Test(hierarchy_tuned, only_operands_that_need_it_are_packed)
{
    struct pack_operand a, b;
    char *const aligned = (char *)256;
    plan_packing(&a, &b, false, 64, 64, 64, aligned, 64);
    cr_expect(a.rows == 0 && b.rows == 0);
    plan_packing(&a, &b, false, 64, 64, 65, aligned, 64);
    cr_expect(a.rows == 100 && a.cols == 64 && a.to_ld == 64 && b.rows == 0);
    plan_packing(&a, &b, false, 64, 64, 64, aligned + 2, 64);
    cr_expect(a.rows == 0 && b.rows == 64);
    plan_packing(&a, &b, false, 64, 63, 64, aligned, 64); // columns of A end in a vector
    cr_expect(a.rows == 100 && a.cols == 63 && b.rows == 0);
    plan_packing(&a, &b, true, 65, 63, 64, aligned, 64); // B is n x k
    cr_expect(b.rows == 65 && b.cols == 63 && b.to_ld == 64);
    plan_packing_of(&a, &b, true, false, 64, 63, 104, aligned, 64); // A is k x m, its rows have 100
    cr_expect(a.rows == 63 && a.cols == 100 && a.to_ld == 128 && b.rows == 0);
    plan_packing(&a, &b, false, 1, 1, 1, aligned, 1); // short rows stay short
    cr_expect(a.to_ld == 8 && b.to_ld == 8);
    plan_packing(&a, &b, true, 65, 0, 1, aligned, 1);
    cr_expect(a.rows == 0 && b.rows == 0, "without k there is nothing to copy");
    cr_expect(pack_blocks(&a) == 0);
}

// What an SM has: 64 K registers, and 228 KiB of shared memory of which a block takes 1 KiB more
// than it asks for.
Test(hierarchy_tuned, an_sm_holds_the_blocks_that_the_table_says)
{
    for (int i = 0; i < PLAN_CONFIGURATIONS; i++) {
        const struct hier_configuration *c = &hier_configurations[i];
        cr_expect(c->blocks_per_sm * (configuration_shared_bytes(c) + 1024) <= 228 << 10, "%d", i);
        cr_expect_eq(configuration_blocks_per_sm(&h200, c), c->blocks_per_sm, "%d", i);
        const int registers = 65536 / (c->blocks_per_sm * configuration_threads(c)) / 8 * 8;
        cr_expect(registers >= 168, "%d: %d registers a thread", i, registers);
        cr_expect(c->turn[0] > 0, "asynchronous copies have every configuration");
    }
}
