// SPDX-License-Identifier: MIT
//
// test_many_gpus.c: the contract of chapter 11's steps on one, two and four GPUs: sizes that do not
// divide, more ranks than rows, leading dimensions, alpha and beta, NaN, equal bits in every run,
// and what is sent.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "../../11_many_gpus/parts/collectives.h"
#include "../../11_many_gpus/parts/operands.h"
#include "../../11_many_gpus/parts/ranks.h"
#include "../../11_many_gpus/predict/expected.h"
#include "../../common/device/cuda_check.h"
#include "../../common/step/machine.h"
#include "../../emu/tests/support/sampler.h"
#include "trial.h"
#ifdef EMU_GPU
#include "emu_api.h"
#endif

static struct ranks all;

// False where this machine has too few GPUs, or its GPUs cannot run the products.
static bool open_gpus(int count)
{
    struct machine machine;
    struct failure why;
    int there = 0;
    setenv("EMU_GPUS", "4", 0);
    if (!machine_of_gpu(&machine, &why) || machine_capability(&machine) != 90 ||
        cudaGetDeviceCount(&there) != cudaSuccess || there < count)
        return false;
    cr_assert(ranks_open(&all, count, &why), "%s", why.text);
    return true;
}

static void run_step(const struct many_step *step, const struct many_gemm *g)
{
    operands_reset_c(&all, g);
    ranks_run_operation(&all, g, step->run);
}

static bool can_run(const struct many_step *step, const struct many_gemm *g)
{
    return step->operation == g->operation && (all.have_nccl || !step->needs_nccl);
}

struct many_sizes {
    int m, n, k, gap;
    float alpha, beta;
    // If not NULL, steps whose names begin otherwise run it with TEST_MORE alone, and so do one GPU
    // and four.
    const char *of;
};

// Whether a step is tried: those that t is not for with TEST_MORE alone, and of the others every
// fourth one, from `number` on.
static bool is_tried(const struct many_sizes *t, int number, int step)
{
    if (t->of)
        return more_tests() ||
               (all.count == 2 && strncmp(many_steps[step].name, t->of, strlen(t->of)) == 0);
    return in_turn(number + step, sampled(4, 1, 1));
}

// grid_rows: of MANY_GRID; 0: as the program chooses. number: of the trial.
static void check_trial(const struct many_sizes *t, enum many_operation operation, int grid_rows,
                        int number)
{
    struct many_gemm g = {.operation = operation,
                          .grid_rows = grid_rows,
                          .m = t->m,
                          .n = t->n,
                          .k = t->k,
                          .alpha = t->alpha,
                          .beta = t->beta};
    struct failure why;
    operands_create(&all, &g, t->gap);
    for (int i = 0; i < many_step_count; i++) {
        if (!can_run(&many_steps[i], &g) || !is_tried(t, number, i))
            continue;
        uint64_t first = 0;
        for (int turn = 0; turn < 2; turn++) {
            run_step(&many_steps[i], &g);
            trial_check_found(many_steps[i].name);
            cr_expect(operands_check(&all, &g, &why),
                      "%s, %d GPUs, %d x %d x %d + %d, alpha %g, beta %g: %s", many_steps[i].name,
                      all.count, t->m, t->n, t->k, t->gap, (double)t->alpha, (double)t->beta,
                      why.text);
            const uint64_t digest = operands_digest(&all, &g);
            cr_expect(turn == 0 || digest == first, "%s: other bits in the second run",
                      many_steps[i].name);
            first = digest;
        }
    }
    operands_free(&all, &g);
}

static void grow_on_last_rank(struct rank *me, void *unused)
{
    (void)unused;
    if (me->number == me->count - 1)
        rank_memory(me, MEMORY_PACKED, me->bytes[MEMORY_PACKED] + 1);
}

// 9_summa needs more memory on a rank with more rows. The others must not wait for this rank to
// make a plan anew.
Test(many_gpus, memory_moves_on_one_rank, .timeout = 120)
{
    struct many_gemm g = {.operation = MANY_ALL_GATHER, .m = 128, .n = 128, .k = 64, .alpha = 1};
    struct failure why;
    if (!open_gpus(2))
        cr_skip_test("2 GPUs of compute capability 9.0 are needed");
    operands_create(&all, &g, 0);
    for (int turn = 0; turn < 2; turn++) {
        operands_reset_c(&all, &g);
        ranks_run_operation(&all, &g, all_gather_pull);
        cr_expect(operands_check(&all, &g, &why), "%s", why.text);
        ranks_run(&all, grow_on_last_rank, NULL);
    }
    operands_free(&all, &g);
    ranks_close(&all);
}

static void check_contract(int gpus)
{
    static const struct many_sizes trials[] = {
        {64, 48, 64, 0, 1, 0, NULL},        // even
        {37, 41, 29, 3, 0.5f, -1.5f, NULL}, // nothing divides, rows are apart, C is read
        {3, 5, 16, 0, 1, 1, NULL},          // more ranks than rows, with four GPUs
        {1, 1, 1, 0, 2, 0, NULL},           // and than anything
        {33, 16, 8, 8, 0, 2, NULL},         // C is only scaled
        {130, 70, 200, 1, 1, 0.25f, NULL},  // several tiles
        {256, 72, 136, 0, 1, 0, NULL}, // shards of whole boxes, which step 7 stores to their owners
        {256, 136, 72, 8, 0.5f, -1.5f, NULL},
        {64, 61, 64, 0, 1, 0, NULL},      // the last rank's columns are no whole vectors
        {1024, 520, 72, 0, 1, 0.5f, "7"}, // whole tiles for each rank: ranks take turns
    };
    if (!open_gpus(gpus))
        cr_skip_test("%d GPUs of compute capability 9.0 are needed", gpus);
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
        for (int operation = 0; operation < MANY_OPERATIONS; operation++)
            check_trial(&trials[i], (enum many_operation)operation, 0, (int)i + gpus / 2);
    for (int rows = 1; rows <= gpus; rows += rows) // a line, and a column
        check_trial(&trials[1], MANY_GRID, rows, rows);
    // More panels than buffers.
    check_trial(&(struct many_sizes){9, 7, 4500, 0, 1, 1, "9_summa"}, MANY_GRID, 1, 0);
    // Several chunks.
    check_trial(&(struct many_sizes){2100, 272, 256, 0, 1, 0.5f, "9_summa_flags"}, MANY_GRID, 0, 0);
    ranks_close(&all);
}

Test(many_gpus, one_gpu) { check_contract(1); }
Test(many_gpus, two_gpus) { check_contract(2); }
Test(many_gpus, four_gpus) { check_contract(4); }

// A NaN in A reaches its row of C and no other; one in C is gone where beta is 0.
static void poison(struct rank *me, void *context)
{
    const struct many_gemm *g = context;
    const int height = many_block_of_c(g, me->count, me->number).rows.size;
    const uint16_t nan = 0x7FC0;
    CUDA_CHECK(cudaMemset(g->C[me->number], 0xFF, 2 * (size_t)height * (size_t)g->ldc));
    if (me->number == me->count - 1)
        CUDA_CHECK(cudaMemcpy((void *)(uintptr_t)g->A[me->number], &nan, sizeof nan,
                              cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaDeviceSynchronize());
}

static bool is_nan(const uint16_t *on_device)
{
    uint16_t bits;
    CUDA_CHECK(cudaMemcpy(&bits, on_device, sizeof bits, cudaMemcpyDeviceToHost));
    return (bits & 0x7FFF) > 0x7F80;
}

Test(many_gpus, nan_goes_where_it_belongs)
{
    if (!open_gpus(2))
        cr_skip_test("two GPUs of compute capability 9.0 are needed");
    for (int i = 0; i < many_step_count; i++) {
        struct many_gemm g = {
            .operation = many_steps[i].operation, .m = 20, .n = 24, .k = 32, .alpha = 1};
        if (!can_run(&many_steps[i], &g))
            continue;
        operands_create(&all, &g, 0);
        ranks_run(&all, poison, &g);
        ranks_run_operation(&all, &g, many_steps[i].run);
        const int poisoned = many_block_of_a(&g, 2, 1).rows.begin; // the row of A, so that of C
        for (int r = 0; r < 2; r++) {
            const struct many_block c = many_block_of_c(&g, 2, r);
            for (int row = 0; row < c.rows.size; row++)
                for (int col = 0; col < c.cols.size; col += 5)
                    cr_expect(is_nan(g.C[r] + (ptrdiff_t)row * g.ldc + col) ==
                                  (c.rows.begin + row == poisoned),
                              "%s: GPU %d (%d,%d)", many_steps[i].name, r, row, col);
        }
        operands_free(&all, &g);
    }
    ranks_close(&all);
}

// The other ranks wait for one whose thread meets an error.
static void fail_in_last_rank(struct rank *me, void *context)
{
    uint16_t *x = rank_memory(me, MEMORY_GATHERED, 64 * sizeof *x);
    (void)context;
    if (me->number == me->count - 1)
        CUDA_CHECK(cudaMemcpy(NULL, x, 16, cudaMemcpyDeviceToDevice));
    collectives_all_gather(me, &x[(ptrdiff_t)8 * me->number], x, 8);
    CUDA_CHECK(cudaDeviceSynchronize());
}

Test(many_gpus, a_rank_that_fails_ends_all, .exit_code = 1, .timeout = 120)
{
    if (!open_gpus(2) || !all.have_nccl)
        exit(1); // cannot be tested here
    ranks_run(&all, fail_in_last_rank, NULL);
}

#ifdef EMU_GPU
Test(many_gpus, sends_what_the_formula_says)
{
    if (!open_gpus(4))
        cr_skip_test("four GPUs are needed");
    for (int i = 0; i < many_step_count; i++) {
        struct many_gemm g = {
            .operation = many_steps[i].operation, .m = 64, .n = 32, .k = 64, .alpha = 1};
        operands_create(&all, &g, 0);
        long long before[4][4];
        for (int from = 0; from < 4; from++)
            for (int to = 0; to < 4; to++)
                before[from][to] = emu_link_bytes(from, to);
        run_step(&many_steps[i], &g);
        for (int from = 0; from < 4; from++) {
            long long sent = 0;
            for (int to = 0; to < 4; to++)
                sent += emu_link_bytes(from, to) - before[from][to];
            cr_expect((double)sent == many_steps[i].sent(&g, 4), "%s: GPU %d sent %lld bytes",
                      many_steps[i].name, from, sent);
        }
        operands_free(&all, &g);
    }
    ranks_close(&all);
}
#endif

#ifdef EMU_GPU
static long long all_link_bytes(void)
{
    long long sum = 0;
    for (int from = 0; from < 4; from++)
        for (int to = 0; to < 4; to++)
            sum += emu_link_bytes(from, to);
    return sum;
}

// Of every step but 9_summa. Nothing is executed, and the step is right afterwards.
Test(many_gpus, has_expected_times)
{
    if (!open_gpus(4))
        cr_skip_test("four GPUs are needed");
    for (int i = 0; i < many_step_count; i++) {
        const struct many_gemm g = {
            .operation = many_steps[i].operation, .m = 1024, .n = 2048, .k = 1024, .alpha = 1};
        struct many_expected e;
        struct failure why;
        if (g.operation == MANY_GRID)
            continue;
        const long long before = all_link_bytes();
        cr_assert(many_expect(&all, &g, &many_steps[i], NULL, 0, NULL, &e, &why), "%s: %s",
                  many_steps[i].name, why.text);
        cr_expect(e.us > e.product_us && e.us < 1000, "%s: %g us, %g alone", many_steps[i].name,
                  e.us, e.product_us);
        cr_expect(all_link_bytes() == before, "%s was executed", many_steps[i].name);
    }
    check_trial(&(struct many_sizes){64, 64, 64, 0, 1, 0, NULL}, MANY_ALL_GATHER, 0, 0);
    check_trial(&(struct many_sizes){64, 64, 64, 0, 1, 0, NULL}, MANY_REDUCE_SCATTER, 0, 0);
    ranks_close(&all);
}
#endif

Test(many_gpus, parts_cover_the_whole)
{
    for (int whole = 0; whole < 40; whole++)
        for (int ranks = 1; ranks <= MANY_MOST; ranks++)
            for (int multiple = 1; multiple <= 8; multiple *= 8) {
                int next = 0;
                for (int r = 0; r < ranks; r++) {
                    const struct many_part p = many_part(whole, ranks, r, multiple);
                    cr_assert(p.begin == next && p.size >= 0 && p.size <= p.each);
                    next += p.size;
                }
                cr_assert(next == whole);
            }
}
