// SPDX-License-Identifier: MIT
//
// 1_one_shot: for few rows, a kernel that stores this rank's rows to every peer, instead of NCCL.
//
// What changed: the all-gather alone. With 64 rows the product waits for the bytes of B. Overlap
// gains nothing here, because a product that begins before all rows have arrived reads B twice. The
// all-gather itself can be shorter: it moves half a megabyte, so its time is latency.
//
// Why: NCCL's kernels copy through buffers in between, and keep account of what is free in them.
// Here the rows go straight to their place, and one flag follows them (parts/one_shot.h).
//
// Expect: a quarter of NCCL's time for 64 rows. With thousands of rows, steps 3 and 4 hide the
// transfer behind the product, and win.
#include "many.h"
#include "parts/one_shot.h"
#include "parts/product.h"
#include "parts/ranks.h"

void all_gather_one_shot(struct rank *me, const struct many_gemm *g)
{
    const int each = many_rows(g, me->count, me->number).each;
    if (!one_shot_takes(me, g->lda)) {
        (me->all->have_nccl ? all_gather : all_gather_shards)(me, g);
        return;
    }
    const uint16_t *A = one_shot_gather(me, g->A[me->number], each, g->lda); // (m, k)
    product(g, g->m, many_cols(g, me->count, me->number).size, g->k, A, g->B[me->number], g->alpha,
            g->beta, g->C[me->number], g->ldc);
}
