// SPDX-License-Identifier: MIT
//
// 2_shards: each GPU multiplies its own shard of A first, while copy engines fetch the rest.
//
// What changed: A arrives in p - 1 copies, one from each peer, each in its own stream. An
// event marks the end of each copy. The product is cut into p products, and each of them waits for
// its shard alone. In 2_shards_in_turn each copy also waits for the copy before it.
//
// Why copy engines: they need no SM. Why in turn: copies that share a link arrive together, so that
// the first shard comes as late as the last one.
//
// Expect: total = product, where a copy in turn takes less time than the product of a shard. The
// products are smaller, so that more of their last waves are half empty.
#include "../common/device/cuda_check.h"
#include "many.h"
#include "parts/collectives.h"
#include "parts/product.h"

// Shards in the order of their arrival: peer r + 1 first, so that no two ranks begin with one peer.
static int peer_at(const struct rank *me, int i) { return (me->number + i) % me->count; }

static void fetch(struct rank *me, const struct many_gemm *g, int from, uint16_t *to,
                  cudaEvent_t after)
{
    const struct rank *peer = &me->all->rank[from];
    const struct many_part rows = many_rows(g, me->count, from);
    cudaStream_t stream = me->copy[from];
    rank_wait(stream, peer->ready); // its shard has been written,
    rank_wait(stream, me->ready);   // and nothing here still reads the place
    if (after)
        rank_wait(stream, after);
    if (rows.size > 0)
        CUDA_CHECK(cudaMemcpyPeerAsync(to, me->device, g->A[from], peer->device,
                                       (size_t)rows.size * (size_t)g->lda * sizeof *to, stream));
    CUDA_CHECK(cudaEventRecord(me->copied[from], stream));
}

static void run(struct rank *me, const struct many_gemm *g, bool in_turn)
{
    const struct many_part cols = many_cols(g, me->count, me->number);
    const size_t shard = (size_t)many_rows(g, me->count, 0).each * (size_t)g->lda;
    if (!me->all->peers && me->all->have_nccl) { // copies would go through host memory
        all_gather(me, g);
        return;
    }
    uint16_t *gathered = me->count > 1 ? rank_memory(me, MEMORY_GATHERED,
                                                     shard * (size_t)me->count * sizeof *gathered)
                                       : NULL;
    rank_begin(me);
    for (int i = 1; i < me->count; i++) {
        const int from = peer_at(me, i);
        fetch(me, g, from, gathered + (size_t)from * shard,
              in_turn && i > 1 ? me->copied[peer_at(me, i - 1)] : NULL);
    }
    for (int i = 0; i < me->count; i++) {
        const int from = peer_at(me, i);
        const struct many_part rows = many_rows(g, me->count, from);
        const uint16_t *A = i == 0 ? g->A[from] : gathered + (size_t)from * shard;
        if (i > 0)
            rank_wait(me->compute, me->copied[from]);
        product(g, rows.size, cols.size, g->k, A, g->B[me->number], g->alpha, g->beta,
                g->C[me->number] + (size_t)rows.begin * (size_t)g->ldc, g->ldc);
    }
    rank_end(me);
}

void all_gather_shards(struct rank *me, const struct many_gemm *g) { run(me, g, false); }

void all_gather_in_turn(struct rank *me, const struct many_gemm *g) { run(me, g, true); }
