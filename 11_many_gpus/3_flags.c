// SPDX-License-Identifier: MIT
//
// 3_flags: one kernel for all of A, whose tiles wait for the flag of their shard.
//
// What changed: the product is not cut. The kernel is launched at once and begins with the tiles of
// its own shard. A stream copies the other shards, and after each copy it sets a flag. The thread
// that loads a tile of A waits for the flags of its rows. Tiles are taken in the order in which the
// shards arrive. Flags also report when a shard may be read (parts/meet.cu) and when it has been
// read.
//
// Why: p small products have p last waves, each partly empty. One product has one.
//
// Expect: total = product, if each shard arrives before its tiles are due.
#include "../common/device/cuda_check.h"
#include "../common/device/stream_flag.h"
#include "many.h"
#include "tiles/tiles_host.h"

static void fetch(struct rank *me, const struct many_gemm *g, int from,
                  const struct tiles_params *p, cudaStream_t stream)
{
    const struct many_part rows = many_rows(g, me->count, from);
    uint16_t *to = p->gathered + (size_t)from * (size_t)rows.each * (size_t)g->lda;
    if (rows.size > 0)
        CUDA_CHECK(cudaMemcpyPeerAsync(to, me->device, g->A[from], me->all->rank[from].device,
                                       (size_t)rows.size * (size_t)g->lda * sizeof *to, stream));
}

void all_gather_flags(struct rank *me, const struct many_gemm *g)
{
    struct tiles_plan *plan = tiles_plan_gather(me, g, false);
    if (me->count == 1 || !me->all->peers || !plan) {
        all_gather_shards(me, g);
        return;
    }
    CUDA_CHECK(cudaEventRecord(me->ready, me->compute));
    rank_wait(me->links, me->ready);
    meet(&plan->p, me->links);
    // Before the product: inside one GPU, SMs copy, and the product leaves none of them free. With
    // the copy after it, both would wait for ever.
    if (plan->p.straddles)
        fetch(me, g, me->number, &plan->p, me->compute);
    tiles_launch(me, plan);
    // Copies in turn are fast only if they begin together: otherwise two GPUs read from one.
    ranks_barrier(me->all);
    for (int i = 1; i < me->count; i++) {
        const int from = (me->number + i) % me->count;
        fetch(me, g, from, &plan->p, me->links);
        CUDA_CHECK(stream_flag_write(me->links, &plan->p.arrived[from], plan->p.turn));
    }
}
