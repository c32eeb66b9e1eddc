// SPDX-License-Identifier: MIT
//
// cluster.h: blocks that run together and reach each other's shared memory and barriers; and what
// their threads know of each other by barriers that not all of a block come to (mbarriers).
//
// A block of an ordinary launch is a cluster of its own from the moment that it first uses an
// mbarrier, a copy of the copy engine or a cluster barrier; before it has none, and costs nothing.
#ifndef CLUSTER_H
#define CLUSTER_H

#include "thread.h"

enum { MAX_CLUSTER = 8 };

struct cluster {
    unsigned size;
    struct block *blocks[MAX_CLUSTER];
    int vain_rounds; // how often all that wait were asked again, and nothing had changed
    // vector_clock.c: of a block
    unsigned warps, threads;
    unsigned width;  // numbers in what one thread knows: of what is over, then of what is fenced
    uint16_t *known; // thread after thread, block after block; NULL: the checks are off
    // cluster.c: barrier.cluster
    unsigned arrived, generation;
    uint16_t *coming, *over; // what those know that have arrived, that have passed it
    // The last time that threads of one block touched shared memory of another: [whose][by whom].
    struct access_record touched[MAX_CLUSTER][MAX_CLUSTER];
};

static inline struct block *cluster_find(const struct cluster *c, uint64_t number)
{
    for (unsigned i = 0; c && i < c->size; i++)
        if (c->blocks[i]->number == number)
            return c->blocks[i];
    return NULL;
}
// The block in whose shared memory an address lies; NULL: none of the cluster.
static inline struct block *cluster_owner(const struct cluster *c, uintptr_t address)
{
    for (unsigned i = 0; c && i < c->size; i++)
        if (address - (uintptr_t)c->blocks[i]->window < WINDOW_SIZE)
            return c->blocks[i];
    return NULL;
}

#endif
