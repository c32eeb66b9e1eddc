// SPDX-License-Identifier: MIT
//
// 1_all_gather: NCCL brings all of A to every GPU, then each multiplies it by its part of B.
//
// Rank r computes columns of C, so it needs every row of A. Its own rows are 1/p of them.
//
//     rank 0  compute  | all-gather ............ | A B_0^T ................... |
//     rank 1  compute  | all-gather ............ | A B_1^T ................... |
//
// Expect: total = all-gather + product. While the links are busy the tensor cores wait, and the
// other way round.
#include "many.h"
#include "parts/collectives.h"
#include "parts/product.h"

void all_gather(struct rank *me, const struct many_gemm *g)
{
    const struct many_part rows = many_rows(g, me->count, me->number);
    const struct many_part cols = many_cols(g, me->count, me->number);
    const size_t shard = (size_t)rows.each * (size_t)g->lda; // elements, memory between rows too
    const uint16_t *A = g->A[me->number];                    // (m_r, k)
    uint16_t *gathered =                                     // (m, k)
        rank_memory(me, MEMORY_GATHERED, shard * (size_t)me->count * sizeof *gathered);
    rank_begin(me);
    if (me->count > 1) {
        collectives_all_gather(me, A, gathered, shard);
        A = gathered;
    }
    product(g, g->m, cols.size, g->k, A, g->B[me->number], g->alpha, g->beta, g->C[me->number],
            g->ldc);
    rank_end(me);
}
