// SPDX-License-Identifier: MIT
#include "operands.h"
#include "ranks.h"

#include "../../common/device/cuda_check.h"

static uint16_t *allocate(int rows, int ld)
{
    void *p = NULL;
    const size_t elements = (size_t)(rows > 0 ? rows : 1) * (size_t)ld;
    CUDA_CHECK(cudaMalloc(&p, elements * sizeof(uint16_t)));
    return p;
}

static void fill_c(const struct rank *me, const struct many_gemm *g)
{
    const struct many_part rows = many_rows(g, me->count, me->number);
    const struct many_part cols = many_cols(g, me->count, me->number);
    if (g->operation == MANY_ALL_GATHER)
        operands_fill(g->C[me->number], g->m, cols.size, g->ldc, SEED_C, 0, cols.begin,
                      me->compute);
    else
        operands_fill(g->C[me->number], rows.size, g->n, g->ldc, SEED_C, rows.begin, 0,
                      me->compute);
}

static void create(struct rank *me, void *context)
{
    struct many_gemm *g = context;
    const int r = me->number;
    const struct many_part rows = many_rows(g, me->count, r), cols = many_cols(g, me->count, r);
    const struct many_part depth = many_depth(g, me->count, r);
    uint16_t *A, *B;
    if (g->operation == MANY_ALL_GATHER) {
        A = allocate(rows.each, g->lda);
        B = allocate(cols.size, g->ldb);
        g->C[r] = allocate(g->m, g->ldc);
        operands_fill(A, rows.each, g->k, g->lda, SEED_A, rows.begin, 0, me->compute);
        operands_fill(B, cols.size, g->k, g->ldb, SEED_B, cols.begin, 0, me->compute);
    } else {
        A = allocate(g->m, g->lda);
        B = allocate(g->n, g->ldb);
        g->C[r] = allocate(rows.size, g->ldc);
        operands_fill(A, g->m, depth.size, g->lda, SEED_A, 0, depth.begin, me->compute);
        operands_fill(B, g->n, depth.size, g->ldb, SEED_B, 0, depth.begin, me->compute);
    }
    g->A[r] = A;
    g->B[r] = B;
    fill_c(me, g);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void operands_create(struct ranks *all, struct many_gemm *g, int gap)
{
    const bool gather = g->operation == MANY_ALL_GATHER;
    g->lda = g->ldb = (gather ? g->k : many_depth(g, all->count, 0).each) + gap;
    g->ldc = (gather ? many_cols(g, all->count, 0).each : g->n) + gap;
    if (g->lda == 0)
        g->lda = g->ldb = 1;
    if (g->ldc == 0)
        g->ldc = 1;
    ranks_run(all, create, g);
}

static void release(struct rank *me, void *context)
{
    const struct many_gemm *g = context;
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree((void *)(uintptr_t)g->A[me->number]));
    CUDA_CHECK(cudaFree((void *)(uintptr_t)g->B[me->number]));
    CUDA_CHECK(cudaFree(g->C[me->number]));
}

void operands_free(struct ranks *all, struct many_gemm *g) { ranks_run(all, release, g); }

static void reset(struct rank *me, void *context)
{
    fill_c(me, context);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void operands_reset_c(struct ranks *all, const struct many_gemm *g)
{
    ranks_run(all, reset, (void *)(uintptr_t)g);
}
