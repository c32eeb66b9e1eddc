// SPDX-License-Identifier: MIT
//
// sm_async.c: the asynchronous units of an SM: the copy engine, which delivers boxes in pieces at
// L2's speed; the tensor cores, which compute the products of warpgroups one after another; and the
// mbarriers that signal their completion to warps.
//
// Products read A and B from shared memory, and copies are written there. Both take passes of the
// same pipe as the loads of warps.
#include "sm_parts.h"

#include <string.h>

enum { PIECE = 1024, PASS = 128, GROUP_WARPS = 4 };

void async_start(struct sm *sm, int block)
{
    const int first = block * sm->job->warps_per_block;
    memset(sm->mbarriers[block], 0, sizeof sm->mbarriers[block]);
    for (int i = 0; i < MOST_MBARRIERS && sm->job->arrivals; i++)
        sm->mbarriers[block][i].pending = (int)sm->job->arrivals[i];
    for (int w = 0; w < sm->job->warps_per_block; w++)
        memset(&sm->groups[first + w], 0, sizeof sm->groups[first + w]);
}

static void wake(struct sm *sm, int first, int count, int64_t at)
{
    for (int id = first; id < first + count; id++) {
        sm->until[id] = 0;
        scheduler_wake(&sm->schedulers[id % SCHEDULERS], at);
    }
}

// ---- mbarriers ----------------------------------------------------------------------------------

static void try_to_end(struct sm *sm, int block, struct mbarrier *b, int number)
{
    if (b->pending > 0 || b->bytes > 0)
        return;
    b->parity ^= 1;
    b->pending += (int)sm->job->arrivals[number];
    b->over_at = sm->now + sm->gpu->mbarrier;
    wake(sm, block * sm->job->warps_per_block, sm->job->warps_per_block, b->over_at);
}

static void arrive(struct sm *sm, int block, const struct instr *in)
{
    struct mbarrier *b = &sm->mbarriers[block][in->barrier];
    b->pending -= in->wavefronts;
    b->bytes += in->bytes;
    b->has_bytes |= in->bytes > 0;
    try_to_end(sm, block, b, in->barrier);
}

// ---- The copy engine ----------------------------------------------------------------------------

// L2 delivers data that several SMs request as fast as an SM can take them, and data of a single SM
// at the speed of loads.
static uint32_t sectors_of(const struct sm *sm, const struct instr *in)
{
    const unsigned blocks = in->kind == IN_BULK ? in->blocks : 1;
    const int each = sm->job->l2_bytes ? sm->job->l2_bytes : sm->gpu->l2_bytes;
    return sm->job->shares ? (uint32_t)((uint64_t)in->sectors * blocks * (unsigned)each /
                                        (unsigned)sm->gpu->bulk_bytes)
                           : in->sectors;
}

// The blocks of a cluster do the same at the same time, so what this block sends to another block
// also arrives from them.
static void begin_box(struct sm *sm, int block, const struct instr *in)
{
    const uint32_t pieces = (in->bytes + PIECE - 1) / PIECE, sectors = sectors_of(sm, in);
    if (!sm->has_map)
        sm->l2_free = later(sm->l2_free, 16 * (sm->now + sm->gpu->map_latency));
    sm->has_map = true;
    for (uint32_t i = 0; i < pieces && sm->piece_count < PIECES; i++) {
        const uint32_t bytes = i + 1 < pieces ? PIECE : in->bytes - i * PIECE;
        const int64_t at = memory_from_l2(sm, sectors * (i + 1) / pieces - sectors * i / pieces,
                                          in->dram * (i + 1) / pieces - in->dram * i / pieces) +
                           sm->gpu->bulk_latency;
        const int64_t taken = sm->now + (int64_t)(i + 1) * PIECE * 16 / sm->gpu->bulk_bytes;
        sm->pieces[(sm->first_piece + sm->piece_count++) % PIECES] =
            (struct piece){later(at, taken), block, in->barrier, (int)bytes * in->blocks};
    }
}

static int64_t pass(struct sm *sm, int64_t bytes)
{
    const int64_t passes = sm->job->off & FREE_BANKS ? 1 : (bytes + PASS - 1) / PASS;
    sm->l1_free = later(sm->l1_free, sm->now) + passes;
    sm->time.l1_busy += passes;
    return sm->l1_free;
}

static void land(struct sm *sm)
{
    const struct piece p = sm->pieces[sm->first_piece];
    struct mbarrier *b = &sm->mbarriers[p.block][p.barrier];
    sm->first_piece = (sm->first_piece + 1) % PIECES;
    sm->piece_count--;
    pass(sm, p.bytes / WRITTEN_AT_ONCE);
    b->bytes -= p.bytes;
    try_to_end(sm, p.block, b, p.barrier);
}

static void store_box(struct sm *sm, struct warp *w, const struct instr *in)
{
    const uint32_t group = w->bulk_commits % GROUPS;
    const int64_t read = pass(sm, in->bytes) + sm->gpu->bulk_latency;
    w->bulk_read[group] = later(w->bulk_read[group], read);
    w->bulk_done[group] =
        later(w->bulk_done[group], later(read, memory_to_l2(sm, in->sectors, in->dram)));
}

static int64_t stores_done(const struct warp *w, const struct instr *in)
{
    int64_t done = 0;
    const int64_t *const of = in->blocks ? w->bulk_read : w->bulk_done;
    if (w->bulk_commits <= in->groups)
        return 0;
    const uint32_t last = w->bulk_commits - in->groups; // groups 0 ... last - 1
    for (uint32_t g = last > GROUPS / 2 ? last - GROUPS / 2 : 0; g < last; g++)
        done = later(done, of[g % GROUPS]);
    return done;
}

// ---- wgmma --------------------------------------------------------------------------------------

static int first_of_group(const struct sm *sm, int warp)
{
    const int in_block = warp % sm->job->warps_per_block;
    return warp - in_block % GROUP_WARPS;
}

static void issue_product(struct sm *sm, int warp, const struct instr *in)
{
    const int first = first_of_group(sm, warp);
    struct warpgroup *g = &sm->groups[first];
    const uint32_t number = ++sm->warps[warp].wgmmas;
    g->done[number % WGMMAS] = NEVER;
    if (++g->came[number % WGMMAS] < GROUP_WARPS || sm->product_count == WGMMAS)
        return;
    g->came[number % WGMMAS] = 0;
    const unsigned at = (sm->first_product + sm->product_count++) % WGMMAS;
    sm->products[at].warp = first;
    sm->products[at].number = number;
    sm->products[at].in = in;
}

static void start_product(struct sm *sm)
{
    const int first = sm->products[sm->first_product].warp;
    const struct instr *in = sm->products[sm->first_product].in;
    struct warpgroup *g = &sm->groups[first];
    int64_t *const done = &g->done[sm->products[sm->first_product].number % WGMMAS];
    sm->first_product = (sm->first_product + 1) % WGMMAS;
    sm->product_count--;
    sm->tensor_free = later(sm->now + in->interval, pass(sm, in->bytes));
    sm->time.wgmma_busy += in->interval;
    *done = sm->tensor_free + sm->gpu->wgmma_latency;
    wake(sm, first, GROUP_WARPS, *done);
}

static int64_t products_done(const struct sm *sm, int id, unsigned left)
{
    const struct warp *w = &sm->warps[id];
    if (w->wgmma_commits <= left)
        return 0;
    const uint32_t number = w->wgmma_end[(w->wgmma_commits - left) % GROUPS];
    if (number == 0 || number + WGMMAS <= w->wgmmas)
        return 0;
    return sm->groups[first_of_group(sm, id)].done[number % WGMMAS];
}

// ---- Interface to the scheduler -----------------------------------------------------------------

int64_t async_ready(const struct sm *sm, int warp, const struct instr *in, enum why *why)
{
    const struct warp *w = &sm->warps[warp];
    const struct mbarrier *b;
    switch ((enum instruction)in->kind) {
    case IN_PASS:
        b = &sm->mbarriers[w->block][in->barrier];
        *why = b->has_bytes ? WHY_COPIES : WHY_BARRIER;
        return b->parity != in->groups ? b->over_at : NEVER;
    case IN_BULK_WAIT: *why = WHY_COPIES; return stores_done(w, in);
    case IN_WGMMA_WAIT: *why = WHY_MATH; return products_done(sm, warp, in->groups);
    default: return 0;
    }
}

void async_issue(struct sm *sm, int warp, const struct instr *in)
{
    struct warp *w = &sm->warps[warp];
    switch ((enum instruction)in->kind) {
    case IN_ARRIVE: arrive(sm, w->block, in); break;
    case IN_PASS: w->ready = sm->now + sm->gpu->mbarrier; break;
    case IN_BULK: begin_box(sm, w->block, in); break;
    case IN_BULK_STORE: store_box(sm, w, in); break;
    case IN_BULK_COMMIT:
        w->bulk_commits++;
        w->bulk_read[w->bulk_commits % GROUPS] = w->bulk_done[w->bulk_commits % GROUPS] = 0;
        break;
    case IN_WGMMA: issue_product(sm, warp, in); break;
    case IN_WGMMA_COMMIT: w->wgmma_end[++w->wgmma_commits % GROUPS] = w->wgmmas; break;
    default: break;
    }
}

int64_t async_next(const struct sm *sm)
{
    const int64_t piece = sm->piece_count ? sm->pieces[sm->first_piece].at : NEVER;
    const int64_t product = sm->product_count ? sm->tensor_free : NEVER;
    return piece < product ? piece : product;
}

void async_serve(struct sm *sm)
{
    while (sm->piece_count && sm->pieces[sm->first_piece].at <= sm->now)
        land(sm);
    while (sm->product_count && sm->tensor_free <= sm->now)
        start_product(sm);
}
