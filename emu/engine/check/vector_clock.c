// SPDX-License-Identifier: MIT
//
// vector_clock.c: happens-before between the threads of a cluster, at barriers that single threads
// arrive at. order.c handles barriers of whole warps.
//
// Each lane counts its releases (its clock, order.c). A thread's vector clock stores up to which
// release of each other thread, and up to which barrier of each warp, it has observed everything.
// Its second half stores the same for what a proxy fence covers (proxy.c).
#include "vector_clock.h"

#include <stdlib.h>
#include <string.h>

uint16_t *vector_clock_new(const struct cluster *c)
{
    if (!c->vector_clocks)
        return NULL;
    uint16_t *observed = calloc(c->width, sizeof *observed);
    if (!observed)
        fatal("no memory to follow barriers (EMU_CHECK=off needs none)");
    return observed;
}

static uint16_t *observed_by(const struct cluster *c, const struct block *b, unsigned id)
{
    return c->vector_clocks + ((size_t)b->rank * c->threads + id) * c->width;
}

static uint16_t *epochs_of(const struct cluster *c, uint16_t *observed, unsigned rank)
{
    return observed + (size_t)rank * c->warps;
}

static uint16_t *clocks_of(const struct cluster *c, uint16_t *observed, unsigned rank)
{
    return observed + (size_t)c->size * c->warps + (size_t)rank * c->threads;
}

static void join(uint16_t *restrict into, const uint16_t *restrict from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        into[i] = from[i] > into[i] ? from[i] : into[i];
}

void vector_clock_join(const struct cluster *c, uint16_t *into, const uint16_t *from)
{
    join(into, from, c->width);
}

static uint16_t next_clock(struct thread *t)
{
    uint16_t *clock = &t->block->order.clock[t->id / WARP][t->id % WARP];
    if (*clock < CLOCK_LAST)
        ++*clock;
    return *clock;
}

void vector_clock_publish(struct thread *t, uint16_t *into)
{
    const struct cluster *c = t->block->cluster;
    const struct order *o = &t->block->order;
    const unsigned warp = t->id / WARP, lane = t->id % WARP;
    if (!into)
        return;
    uint16_t *clocks = clocks_of(c, into, t->block->rank);
    join(into, observed_by(c, t->block, t->id), c->width);
    join(epochs_of(c, into, t->block->rank), o->observed_epoch[warp], c->warps);
    if (o->lanes_synced >> warp & 1)
        join(clocks + (size_t)warp * WARP, o->observed_clock[warp][lane], WARP);
    clocks[t->id] = next_clock(t);
}

void vector_clock_publish_engine(struct thread *t, uint16_t *into)
{
    const struct cluster *c = t->block->cluster;
    if (into)
        clocks_of(c, into, t->block->rank)[t->id] = next_clock(t);
}

void vector_clock_acquire(struct thread *t, const uint16_t *from)
{
    const struct cluster *c = t->block->cluster;
    if (from)
        join(observed_by(c, t->block, t->id), from, c->width);
    if (UNLIKELY(c->acquired_far > t->acquired_far))
        t->acquired_far = c->acquired_far;
}

// half 0: has the thread observed the access? half width / 2: was the access covered by a fence
// that the thread has observed?
static bool is_covered(const struct access_record *a, const struct thread *t, unsigned half)
{
    const struct cluster *c = t->block->cluster;
    const struct block *by = a->block == t->block->number ? t->block : cluster_find(c, a->block);
    if (!c->vector_clocks || !by)
        return false;
    uint16_t *observed = observed_by(c, t->block, t->id) + half;
    return a->epoch == UINT16_MAX || a->clock == CLOCK_LAST ||
           a->epoch < epochs_of(c, observed, by->rank)[a->thread / WARP] ||
           a->clock < clocks_of(c, observed, by->rank)[a->thread];
}

bool vector_clock_before(const struct access_record *a, const struct thread *t)
{
    return is_covered(a, t, 0);
}

bool vector_clock_is_fenced(const struct access_record *a, const struct thread *t)
{
    return is_covered(a, t, t->block->cluster->width / 2);
}

void vector_clock_fence(struct thread *t, bool global_only)
{
    const struct cluster *c = t->block->cluster;
    const unsigned rank = t->block->rank;
    uint16_t *observed = observed_by(c, t->block, t->id), *fenced = observed + c->width / 2;
    vector_clock_publish(t, observed); // includes what it observed at barriers of whole warps
    if (global_only)
        return;
    join(epochs_of(c, fenced, rank), epochs_of(c, observed, rank), c->warps);
    join(clocks_of(c, fenced, rank), clocks_of(c, observed, rank), c->threads);
}

// Each of these threads has now observed what any of them had observed.
static void share(struct block *b, unsigned first, unsigned end, unsigned mask, unsigned each)
{
    const struct cluster *c = b->cluster;
    uint16_t joined[c->width];
    memset(joined, 0, sizeof joined);
    for (unsigned i = first; i < end; i++)
        if (mask >> ((i - first) / each) & 1)
            join(joined, observed_by(c, b, i), c->width);
    for (unsigned i = first; i < end; i++)
        if (mask >> ((i - first) / each) & 1)
            memcpy(observed_by(c, b, i), joined, sizeof joined);
}

void vector_clock_barrier(struct block *b, unsigned warp_mask)
{
    if (b->cluster->vector_clocks)
        share(b, 0, b->cluster->threads, warp_mask, WARP);
}

void vector_clock_syncwarp(struct block *b, unsigned warp, unsigned lanes)
{
    if (b->cluster->vector_clocks)
        share(b, warp * WARP, (warp + 1) * WARP, lanes, 1);
}
