// SPDX-License-Identifier: MIT
//
// 5_reduce_scatter: every GPU multiplies its part of k, then NCCL adds the results.
//
// Rank r has k_r columns of A and of B, so its product is a part of every sum of C. The sum over
// all ranks is split by rows: rank r keeps m_r x n of it.
//
//     rank 0  compute  | A_0 B_0^T ................... | reduce-scatter ............ | + beta C |
//
// Each part is rounded to bf16 before it is sent, and NCCL rounds again after each addition. The
// last kernel is left out where NCCL can write C itself.
//
// Expect: total = product + reduce-scatter.
#include "many.h"
#include "parts/add_shards.h"
#include "parts/collectives.h"
#include "parts/product.h"

void reduce_scatter(struct rank *me, const struct many_gemm *g)
{
    const struct many_part rows = many_rows(g, me->count, me->number);
    const struct many_part depth = many_depth(g, me->count, me->number);
    const size_t shard = (size_t)rows.each * (size_t)g->n;
    if (me->count == 1) {
        product(g, g->m, g->n, g->k, g->A[0], g->B[0], g->alpha, g->beta, g->C[0], g->ldc);
        return;
    }
    uint16_t *partial = // (m, n), and padding of the last shard
        rank_memory(me, MEMORY_PARTIAL, shard * (size_t)me->count * sizeof *partial);
    // NCCL can write C itself if nothing is added to it and every rank has as much of it, in one
    // piece.
    const bool direct = g->beta == 0 && g->ldc == g->n && rows.each * me->count == g->m;
    uint16_t *mine = direct
                         ? g->C[me->number]
                         : rank_memory(me, MEMORY_INBOX, shard * (size_t)me->count * sizeof *mine);
    rank_begin(me);
    product(g, g->m, g->n, depth.size, g->A[me->number], g->B[me->number], g->alpha, 0, partial,
            g->n);
    collectives_reduce_scatter(me, partial, mine, shard);
    const struct add_shards sum = {.rows = rows.size,
                                   .cols = g->n,
                                   .count = 1,
                                   .part = {mine},
                                   .beta = g->beta,
                                   .C = g->C[me->number],
                                   .ldc = g->ldc};
    if (!direct)
        add_shards(&sum, me->compute);
    rank_end(me);
}
