// SPDX-License-Identifier: MIT
//
// 6_shards_out: the shards of the peers are computed first and leave while the next is computed.
//
// What changed: the product is cut into p products by rows of C. When one is done, a copy engine
// pushes it into its owner's memory. The rank's own shard comes last. When all parts have arrived,
// a kernel adds them in float32, in the order of the ranks whatever the order of their arrival. So
// the result is the same in every run.
//
// Expect: total = product + the time by which the last push outlasts the product of the rank's own
// shard + the kernel that adds.
#include "../common/device/cuda_check.h"
#include "many.h"
#include "parts/add_shards.h"
#include "parts/collectives.h"
#include "parts/product.h"

// An inbox has a place for the part of each rank.
static uint16_t *inbox(const struct rank *owner, int from, size_t shard)
{
    return (uint16_t *)owner->memory[MEMORY_INBOX] + (size_t)from * shard;
}

static void push(struct rank *me, int to, const uint16_t *part, size_t shard, size_t size)
{
    const struct rank *owner = &me->all->rank[to];
    cudaStream_t stream = me->copy[to];
    rank_wait(stream, owner->ready); // it has added what the last operation brought,
    rank_wait(stream, me->made[to]); // and the part is there
    if (size > 0)
        CUDA_CHECK(cudaMemcpyPeerAsync(inbox(owner, me->number, shard), owner->device, part,
                                       me->device, size * sizeof *part, stream));
    CUDA_CHECK(cudaEventRecord(me->copied[to], stream));
}

void reduce_scatter_shards(struct rank *me, const struct many_gemm *g)
{
    const struct many_part own = many_rows(g, me->count, me->number);
    const struct many_part depth = many_depth(g, me->count, me->number);
    const size_t shard = (size_t)own.each * (size_t)g->n;
    if (me->count == 1 || (!me->all->peers && me->all->have_nccl)) {
        reduce_scatter(me, g);
        return;
    }
    uint16_t *partial =
        rank_memory(me, MEMORY_PARTIAL, shard * (size_t)me->count * sizeof *partial);
    rank_memory(me, MEMORY_INBOX, shard * (size_t)me->count * sizeof *partial);
    rank_begin(me);
    for (int i = 1; i <= me->count; i++) {
        const int to = (me->number + i) % me->count; // the rank itself last
        const struct many_part rows = many_rows(g, me->count, to);
        uint16_t *part = partial + (size_t)to * shard; // (rows, n)
        product(g, rows.size, g->n, depth.size,
                g->A[me->number] + (size_t)rows.begin * (size_t)g->lda, g->B[me->number], g->alpha,
                0, part, g->n);
        CUDA_CHECK(cudaEventRecord(me->made[to], me->compute));
        if (to != me->number)
            push(me, to, part, shard, (size_t)rows.size * (size_t)g->n);
    }
    rank_end(me); // all parts are in flight, and this stream waits for those to this rank
    struct add_shards sum = {.rows = own.size,
                             .cols = g->n,
                             .count = me->count,
                             .beta = g->beta,
                             .C = g->C[me->number],
                             .ldc = g->ldc};
    for (int q = 0; q < me->count; q++)
        sum.part[q] = q == me->number ? partial + (size_t)q * shard : inbox(me, q, shard);
    add_shards(&sum, me->compute);
}
