// SPDX-License-Identifier: MIT
//
// 5_one_shot: for few rows, a kernel that stores parts of C to their owners and adds what arrives.
//
// What changed: NCCL's reduce-scatter is now one kernel. Each part is rounded to bf16 before it is
// sent, as before, but the sum is float32 and is rounded once.
//
// Why: as in 1_one_shot.
//
// Expect: the product, and a few microseconds.
#include "many.h"
#include "parts/one_shot.h"
#include "parts/product.h"
#include "parts/ranks.h"

void reduce_scatter_one_shot(struct rank *me, const struct many_gemm *g)
{
    const int each = many_rows(g, me->count, me->number).each;
    if (!one_shot_takes(me, g->n) || !one_shot_takes(me, g->ldc)) {
        (me->all->have_nccl ? reduce_scatter : reduce_scatter_shards)(me, g);
        return;
    }
    uint16_t *partial = // (m, n), in whole shards
        rank_memory(me, MEMORY_PARTIAL,
                    (size_t)each * (size_t)me->count * (size_t)g->n * sizeof *partial);
    product(g, g->m, g->n, many_depth(g, me->count, me->number).size, g->A[me->number],
            g->B[me->number], g->alpha, 0, partial, g->n);
    one_shot_add(me, partial, g);
}
