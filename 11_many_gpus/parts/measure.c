// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // usleep
#include "measure.h"

#include <stdlib.h>
#include <unistd.h>

#include "../../common/base/processes.h"
#include "../../common/device/cuda_check.h"
#include "product.h"

// Operands that a step brings together are read where it puts them; their values do not matter.
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
        one.lda = one.ldb = (g->k + 7) / 8 * 8;
        B = rank_memory(me, MEMORY_INBOX, (size_t)c.cols.each * (size_t)one.ldb * sizeof *B);
    }
    A = rank_memory(me, MEMORY_GATHERED, (size_t)c.rows.each * (size_t)one.lda * sizeof *A);
    product(&one, c.rows.size, c.cols.size, g->k, A, B, g->alpha, g->beta, g->C[me->number],
            g->ldc);
}

enum { WARM_UP = 2, MOST_REPS = 1000 };

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
    static double samples[16][MOST_REPS];
    double last = 0;
    if (reps > MOST_REPS)
        reps = MOST_REPS;
    for (int round = -WARM_UP; round < reps; round++)
        for (int i = 0; i < count && i < 16; i++) {
            usleep((useconds_t)last);
            last = time_once(all, g, contenders[i].run);
            if (round >= 0)
                samples[i][round] = last;
        }
    for (int i = 0; i < count && i < 16; i++)
        contenders[i].us = statistics_of(samples[i], reps);
}
