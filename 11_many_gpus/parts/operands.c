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
    const struct many_block c = many_block_of_c(g, me->count, me->number);
    operands_fill(g->C[me->number], c.rows.size, c.cols.size, g->ldc, SEED_C, c.rows.begin,
                  c.cols.begin, me->compute);
}

// As many rows as the first rank has, because the last shard is sent with its padding (many_gemm).
static uint16_t *create_block(const struct rank *me, struct many_block at, int ld,
                              enum operand_seed seed)
{
    uint16_t *x = allocate(at.rows.each, ld);
    operands_fill(x, at.rows.each, at.cols.size, ld, seed, at.rows.begin, at.cols.begin,
                  me->compute);
    return x;
}

static void create(struct rank *me, void *context)
{
    struct many_gemm *g = context;
    const int r = me->number;
    g->A[r] = create_block(me, many_block_of_a(g, me->count, r), g->lda, SEED_A);
    g->B[r] = create_block(me, many_block_of_b(g, me->count, r), g->ldb, SEED_B);
    g->C[r] = allocate(many_block_of_c(g, me->count, r).rows.size, g->ldc);
    fill_c(me, g);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void operands_create(struct ranks *all, struct many_gemm *g, int gap)
{
    if (g->operation == MANY_GRID) {
        if (g->grid_rows == 0)
            g->grid_rows = many_grid_rows(all->count);
        ranks_form_grid(all, g->grid_rows);
    }
    g->lda = many_block_of_a(g, all->count, 0).cols.each + gap;
    g->ldb = many_block_of_b(g, all->count, 0).cols.each + gap;
    g->ldc = many_block_of_c(g, all->count, 0).cols.each + gap;
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
