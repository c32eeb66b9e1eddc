// SPDX-License-Identifier: MIT
//
// 9_summa_flags: the same grid, and one kernel for all of k, as in step 3.
//
// What changed: there are no panels and no sums in float32 between products. The kernel starts at
// once. Copy engines bring rows of A and B, all of a peer's part of k at a time, and set a flag for
// every chunk of rows. The thread that loads a tile waits for the flags of its rows when it comes
// to that part of k. The order of the tiles needs few rows at a time (raster.h), so the first tiles
// wait for two chunks and not for a whole panel.
//
// Why: each product of step 9 reads and writes all sums, and ends with a wave that does not fill
// the GPU. The rows of a chunk lie next to each other, so that nothing has to be packed.
//
// Expect: total = product, if a chunk arrives in less time than its tiles take.
#include "../common/device/cuda_check.h"
#include "../common/device/index.h"
#include "../common/device/stream_flag.h"
#include "many.h"
#include "tiles/tiles_host.h"

// A part of A or B that a peer has. A tile needs it after `after` k-tiles.
struct source {
    int from, part, after;
    bool is_a;
};

static int k_tiles_before(const struct tiles_params *p, const struct tiles_parts *parts, int part)
{
    const int begin = part * parts->k_tiles - p->first_k_tile;
    if (begin <= 0 && begin + parts->k_tiles > 0)
        return 0;
    return begin < 0 ? begin + p->g.k_tiles : begin;
}

// The parts in the order in which a tile needs them. At most one from each peer.
static int list_sources(struct source *list, const struct rank *me, const struct many_gemm *g,
                        const struct tiles_params *p)
{
    const int across = me->count / g->grid_rows;
    int count = 0;
    for (int q = 0; q < me->count; q++) {
        const bool has_a = q / across == me->number / across;
        if (q == me->number || (!has_a && q % across != me->number % across))
            continue;
        const struct tiles_parts *const parts = has_a ? &p->a_parts : &p->b_parts;
        struct source s = {.from = q, .part = has_a ? q % across : q / across, .is_a = has_a};
        s.after = k_tiles_before(p, parts, s.part);
        int at = count++;
        for (; at > 0 && list[at - 1].after > s.after; at--)
            list[at] = list[at - 1];
        list[at] = s;
    }
    return count;
}

static void fetch_chunk(struct rank *me, const struct many_gemm *g, const struct tiles_params *p,
                        const struct source *s, int chunk)
{
    const struct tiles_parts *const parts = s->is_a ? &p->a_parts : &p->b_parts;
    const int rows = s->is_a ? p->g.m : p->g.n, first = chunk * parts->chunk;
    const size_t ld = (size_t)(s->is_a ? g->lda : g->ldb), at = (size_t)first * ld;
    if (first >= rows)
        return;
    uint16_t *const to = me->memory[s->is_a ? MEMORY_GATHERED : MEMORY_INBOX];
    const uint16_t *const from = s->is_a ? g->A[s->from] : g->B[s->from];
    CUDA_CHECK(cudaMemcpyPeerAsync(to + (size_t)s->part * (size_t)rows * ld + at, me->device,
                                   from + at, me->all->rank[s->from].device,
                                   (size_t)smaller(parts->chunk, rows - first) * ld * sizeof *to,
                                   me->links));
    CUDA_CHECK(
        stream_flag_write(me->links, &parts->arrived[s->part * parts->chunks + chunk], p->turn));
}

// All copies in one stream. The first round of tiles waits for one chunk of A and one of B. In two
// streams they would share the link, and each would take twice as long. The tiles of a panel need
// all of B before the next rows of A (raster.h).
static void fetch_chunks(struct rank *me, const struct many_gemm *g, const struct tiles_params *p)
{
    struct source list[MANY_MOST];
    const int count = list_sources(list, me, g, p);
    rank_wait(me->links, me->ready);
    for (int i = 0; i < count; i++) {
        rank_wait(me->links, me->all->rank[list[i].from].ready);
        fetch_chunk(me, g, p, &list[i], 0);
    }
    for (int is_a = 0; is_a < 2; is_a++)
        for (int c = 1; c < (is_a ? p->a_parts : p->b_parts).chunks; c++)
            for (int i = 0; i < count; i++)
                if (list[i].is_a == is_a)
                    fetch_chunk(me, g, p, &list[i], c);
    for (int i = 0; i < count; i++)
        CUDA_CHECK(cudaEventRecord(me->copied[list[i].from], me->links));
}

void summa_flags(struct rank *me, const struct many_gemm *g)
{
    struct tiles_plan *plan = me->count > 1 && me->all->peers ? tiles_plan_grid(me, g) : NULL;
    if (!plan) {
        summa(me, g);
        return;
    }
    rank_begin(me);
    tiles_launch(me, plan);
    fetch_chunks(me, g, &plan->p);
    rank_end(me);
}
