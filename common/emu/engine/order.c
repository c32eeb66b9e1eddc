// SPDX-License-Identifier: MIT
//
// order.c: which accesses of other threads come before what a thread does now.
//
// CUDA's memory model orders two accesses of different threads only through synchronisation:
//
//   same warp    __syncwarp() by both lanes            a clock for each lane
//   same block   __syncthreads() by both warps         an epoch for each warp
//   same launch  write; __threadfence(); then an atomic or volatile write of a flag, which the
//                other thread reads by an atomic or volatile read before it reads the data
//                                                      releases with a time, acquires up to a time
//   grid.sync(), or the end of the launch              a new stamp for everything
#include "engine.h"

#include <stdlib.h>
#include <string.h>

// A thread that has fenced and then touched a flag has published what it did before the fence, and
// what threads did that a barrier had put before that.
struct release {
    uint32_t time;
    uint16_t epoch, clock;
};

static atomic_uint_fast32_t now = 1;

// ---- Warps and blocks -----------------------------------------------------------------------------

void order_start(struct block *b)
{
    struct order *o = &b->order;
    unsigned warps = (b->launch->threads_per_block + WARP - 1) / WARP;
    memset(o->epoch, 0, sizeof o->epoch);
    memset(o->clock, 0, warps * sizeof o->clock[0]);
    for (unsigned w = 0; w < warps; w++)
        memset(o->known_epoch[w], 0, warps * sizeof o->known_epoch[0][0]);
    o->lanes_synced = 0;
}

// Has the thread polled a flag that somebody has written? Then it has seen what was published
// before now. Asked when the answer matters: at its next access, a barrier, __syncwarp.
static void settle(struct thread *t)
{
    if (t->polled && check_is_flag(t->polled, t->block->launch->stamp)) {
        t->acquired = (uint32_t)atomic_load(&now);
        t->block->acquired_any = true;
    }
    t->polled = 0;
}

// Everything that any of these warps knew, all of them know now.
void order_barrier(struct block *b, unsigned warp_mask)
{
    struct order *o = &b->order;
    uint16_t joined[MAX_WARPS] = {0};
    uint32_t acquired = 0;
    unsigned warps = (b->launch->threads_per_block + WARP - 1) / WARP;
    for (unsigned w = 0; w < warps; w++) {
        if (!(warp_mask >> w & 1))
            continue;
        for (unsigned v = 0; v < warps; v++)
            if (o->known_epoch[w][v] > joined[v])
                joined[v] = o->known_epoch[w][v];
        if (o->epoch[w] < UINT16_MAX)
            o->epoch[w]++;
    }
    for (unsigned w = 0; w < warps; w++)
        if (warp_mask >> w & 1)
            joined[w] = o->epoch[w];
    for (unsigned w = 0; w < warps; w++)
        if (warp_mask >> w & 1)
            memcpy(o->known_epoch[w], joined, warps * sizeof joined[0]);
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (b->threads[i].polled)
            settle(&b->threads[i]);
    if (!b->acquired_any)
        return;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (b->threads[i].acquired > acquired)
            acquired = b->threads[i].acquired;
    for (unsigned i = 0; i < b->launch->threads_per_block; i++)
        if (warp_mask >> (i / WARP) & 1)
            b->threads[i].acquired = acquired;
}

void order_syncwarp(struct block *b, unsigned warp, unsigned lanes)
{
    struct order *o = &b->order;
    uint16_t joined[WARP] = {0};
    uint32_t acquired = 0;
    if (!(o->lanes_synced >> warp & 1)) {
        o->lanes_synced |= 1u << warp;
        memset(o->known_clock[warp], 0, sizeof o->known_clock[warp]);
    }
    for (unsigned i = 0; i < WARP; i++) {
        if (!(lanes >> i & 1))
            continue;
        for (unsigned j = 0; j < WARP; j++)
            if (o->known_clock[warp][i][j] > joined[j])
                joined[j] = o->known_clock[warp][i][j];
        if (o->clock[warp][i] < CLOCK_LAST)
            o->clock[warp][i]++;
        settle(&b->threads[warp * WARP + i]);
        if (b->threads[warp * WARP + i].acquired > acquired)
            acquired = b->threads[warp * WARP + i].acquired;
    }
    for (unsigned i = 0; i < WARP; i++)
        if (lanes >> i & 1)
            joined[i] = o->clock[warp][i];
    for (unsigned i = 0; i < WARP; i++)
        if (lanes >> i & 1) {
            memcpy(o->known_clock[warp][i], joined, sizeof joined);
            b->threads[warp * WARP + i].acquired = acquired;
        }
}

// ---- Between blocks -------------------------------------------------------------------------------

void order_fence(struct thread *t)
{
    struct order *o = &t->block->order;
    unsigned warp = t->id / WARP, warps = (t->block->launch->threads_per_block + WARP - 1) / WARP;
    uint16_t least = UINT16_MAX; // what this thread knows of every warp of its block
    for (unsigned w = 0; w < warps; w++)
        if (o->known_epoch[warp][w] < least)
            least = o->known_epoch[warp][w];
    if (o->clock[warp][t->id % WARP] < CLOCK_LAST)
        o->clock[warp][t->id % WARP]++; // what comes after the fence is not published by it
    t->fenced = true;
    t->fence_own_epoch = o->epoch[warp];
    t->fence_epoch = least;
    t->fence_clock = o->clock[warp][t->id % WARP];
}

static struct release *releases_of(struct launch *launch, uint64_t block, bool make)
{
    struct release *_Atomic *slot = &launch->releases[block];
    struct release *found = atomic_load(slot), *none = NULL;
    if (found || !make)
        return found;
    found = calloc(2 * (size_t)launch->threads_per_block, sizeof *found);
    if (!found)
        fatal("no memory to follow fences with (EMU_CHECK=off does without)");
    if (!atomic_compare_exchange_strong(slot, &none, found)) {
        free(found);
        return none;
    }
    return found;
}

// Two entries a thread: what it did itself, what barriers had put before its fence.
void order_release(struct thread *t)
{
    if (!t->fenced)
        return;
    t->block->launch->any_release = true;
    struct release *r = releases_of(t->block->launch, t->block->number, true) + 2 * t->id;
    uint32_t time = (uint32_t)atomic_fetch_add(&now, 1);
    r[0] = (struct release){time, t->fence_own_epoch, t->fence_clock};
    r[1] = (struct release){time, t->fence_epoch, 0};
}

static bool published(const struct access_record *a, struct thread *t)
{
    settle(t);
    const struct release *r = releases_of(t->block->launch, a->block, false);
    if (!r || t->acquired == 0)
        return false;
    const struct release *own = &r[2 * a->thread];
    if (own->time && own->time < t->acquired &&
        (a->epoch < own->epoch || (a->epoch == own->epoch && a->clock < own->clock)))
        return true;
    for (unsigned i = 0; i < t->block->launch->threads_per_block; i++) {
        const struct release *others = &r[2 * i + 1];
        if (others->time && others->time < t->acquired && a->epoch < others->epoch)
            return true;
    }
    return false;
}

bool order_before(const struct access_record *a, struct thread *t)
{
    const struct order *o = &t->block->order;
    unsigned warp = t->id / WARP, lane = t->id % WARP;
    if (a->block != t->block->number)
        return published(a, t);
    if (a->thread == t->id || a->epoch == UINT16_MAX || a->clock == CLOCK_LAST)
        return true;
    if (a->epoch < o->known_epoch[warp][a->thread / WARP])
        return true;
    return a->thread / WARP == warp && (o->lanes_synced >> warp & 1) &&
           a->clock < o->known_clock[warp][lane][a->thread % WARP];
}

// Everything before comes before everything after: a new launch, or a barrier over the grid.
void order_new_stamp(struct launch *launch)
{
    static uint16_t stamp;
    if (++stamp == 0) {
        check_forget();
        stamp = 1;
    }
    launch->stamp = stamp;
}

void order_begin(struct launch *launch)
{
    order_new_stamp(launch);
    launch->releases = check_is_on() ? calloc(launch->blocks, sizeof *launch->releases) : NULL;
}

void order_end(struct launch *launch)
{
    for (uint64_t i = 0; launch->any_release && i < launch->blocks; i++)
        free(launch->releases[i]);
    free(launch->releases);
}
