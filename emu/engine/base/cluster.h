// SPDX-License-Identifier: MIT
//
// cluster.h: blocks that run concurrently and can access each other's shared memory and barriers,
// and the vector clocks of their threads. Vector clocks are needed for barriers that only some
// threads of a block reach (mbarriers).
//
// A block of an ordinary launch becomes a cluster of one block when it first uses an mbarrier, the
// copy engine or a cluster barrier. Before that, it has no cluster record and no cost for it.
#ifndef CLUSTER_H
#define CLUSTER_H

#include "thread.h"

enum { MAX_CLUSTER = 8 };

struct cluster {
    unsigned size;
    struct block *blocks[MAX_CLUSTER];
    int idle_rounds; // how often all waiting threads were resumed although nothing had changed
    // vector_clock.c
    unsigned warps, threads; // of one block
    unsigned width;          // numbers in one vector clock: observed, then fenced
    uint16_t *vector_clocks; // of each thread of each block; NULL: checks are off
    // cluster.c: barrier.cluster
    unsigned arrived, generation;
    uint16_t *arriving, *completed; // vector clocks: of arrivals, of the last barrier
    uint32_t acquired_far; // by any of its threads: a barrier of single threads passes it on
    // The last access by threads of one block to shared memory of another: [owner][accessor].
    struct access_record touched[MAX_CLUSTER][MAX_CLUSTER];
};

static inline struct block *cluster_find(const struct cluster *c, uint64_t number)
{
    for (unsigned i = 0; c && i < c->size; i++)
        if (c->blocks[i]->number == number)
            return c->blocks[i];
    return NULL;
}
// The block that owns the shared memory at an address; NULL if no block of the cluster does.
static inline struct block *cluster_owner(const struct cluster *c, uintptr_t address)
{
    for (unsigned i = 0; c && i < c->size; i++)
        if (address - (uintptr_t)c->blocks[i]->window < WINDOW_SIZE)
            return c->blocks[i];
    return NULL;
}

#endif
