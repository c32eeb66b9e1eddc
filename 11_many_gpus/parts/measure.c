// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // usleep
#include "measure.h"

#include <stdlib.h>
#include <unistd.h>

#include "../../common/base/processes.h"
#include "../../common/base/rounds.h"
#include "../../common/device/cuda_check.h"
#include "operands.h"
#include "product.h"

// The leading dimension of an operand that has all of k.
static int whole_ld(const struct many_gemm *g)
{
    return g->operation == MANY_GRID ? (g->k + 7) / 8 * 8 : g->lda;
}

// Where compute_only() reads operands that a step brings together: A of an all-gather and a grid, B
// of a grid.
static uint16_t *gathered_of(struct rank *me, const struct many_gemm *g, enum many_memory which)
{
    const struct many_block c = many_block_of_c(g, me->count, me->number);
    const size_t rows = (size_t)(which == MEMORY_INBOX ? c.cols.each : c.rows.each);
    return rank_memory(me, which, rows * (size_t)whole_ld(g) * sizeof(uint16_t));
}

// A product of zeros needs less power, and a GPU at its limit of power is then faster. So all of
// these operands have values, whichever ranks they are of.
static void fill_for_product(struct rank *me, void *context)
{
    const struct many_gemm *g = context;
    const struct many_block c = many_block_of_c(g, me->count, me->number);
    if (g->operation == MANY_REDUCE_SCATTER)
        return;
    operands_fill(gathered_of(me, g, MEMORY_GATHERED), c.rows.each, g->k, whole_ld(g), SEED_A, 0, 0,
                  me->compute);
    if (g->operation == MANY_GRID)
        operands_fill(gathered_of(me, g, MEMORY_INBOX), c.cols.each, g->k, whole_ld(g), SEED_B, 0,
                      0, me->compute);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void compute_only(struct rank *me, const struct many_gemm *g)
{
    const struct many_block c = many_block_of_c(g, me->count, me->number);
    const uint16_t *A = g->A[me->number], *B = g->B[me->number];
    struct many_gemm one = *g;
    if (g->operation == MANY_REDUCE_SCATTER) {
        const size_t rows = (size_t)c.rows.each * (size_t)me->count;
        uint16_t *C = rank_memory(me, MEMORY_PARTIAL, rows * (size_t)g->n * sizeof *C);
        product(g, g->m, g->n, many_depth(g, me->count, me->number).size, A, B, g->alpha, 0, C,
                g->n);
        return;
    }
    if (g->operation == MANY_GRID) {
        one.lda = one.ldb = whole_ld(g);
        B = gathered_of(me, g, MEMORY_INBOX);
    }
    A = gathered_of(me, g, MEMORY_GATHERED);
    product(&one, c.rows.size, c.cols.size, g->k, A, B, g->alpha, g->beta, g->C[me->number],
            g->ldc);
}

enum { WARM_UP = 2, MOST_REPS = 1000, MOST_CONTENDERS = 16 };

struct run {
    const struct many_gemm *g;
    many_fn *run;
    float us[MANY_RANKS]; // of each rank
};

static void run_once(struct rank *me, void *context)
{
    struct run *run = context;
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    CUDA_CHECK(cudaDeviceSynchronize());
    ranks_barrier(me->all);
    CUDA_CHECK(cudaEventRecord(start, me->compute));
    run->run(me, run->g);
    CUDA_CHECK(cudaEventRecord(stop, me->compute));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventElapsedTime(&run->us[me->number], start, stop));
    run->us[me->number] *= 1000;
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
}

static double time_once(struct ranks *all, const struct many_gemm *g, many_fn *fn)
{
    struct run run = {.g = g, .run = fn};
    double slowest = 0;
    processes_max(0); // all begin together
    ranks_run(all, run_once, &run);
    for (int r = all->first; r < all->first + all->here; r++)
        slowest = (double)run.us[r] > slowest ? (double)run.us[r] : slowest;
    return processes_max(slowest);
}

void many_measure(struct ranks *all, const struct many_gemm *g, struct many_contender *contenders,
                  int count, int reps)
{
    static double samples[MOST_CONTENDERS][MOST_REPS];
    int order[MOST_CONTENDERS];
    uint64_t state = 1; // the same in every process
    double last = 0;
    if (reps > MOST_REPS)
        reps = MOST_REPS;
    if (count > MOST_CONTENDERS)
        count = MOST_CONTENDERS;
    for (int i = 0; i < count; i++)
        order[i] = i;
    ranks_run(all, fill_for_product, (void *)(uintptr_t)g);
    for (int round = -WARM_UP; round < reps; round++) {
        shuffle(&state, order, count);
        for (int i = 0; i < count; i++) {
            usleep((useconds_t)last);
            last = time_once(all, g, contenders[order[i]].run);
            if (round >= 0)
                samples[order[i]][round] = last;
        }
    }
    for (int i = 0; i < count; i++)
        contenders[i].us = statistics_of(samples[i], reps);
}
