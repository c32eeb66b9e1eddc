// SPDX-License-Identifier: MIT
//
// cluster.h: blocks that run together and reach each other's shared memory and barriers; and what
// their threads know of each other by barriers that not all of a block come to (mbarriers).
//
// A block of an ordinary launch is a cluster of its own from the moment that it first uses an
// mbarrier, a copy of the copy engine or a cluster barrier; before it has none, and costs nothing.
#ifndef CLUSTER_H
#define CLUSTER_H

#include "check.h"

enum { MAX_CLUSTER = 8 };

struct cluster {
    unsigned size;
    struct block *blocks[MAX_CLUSTER];
    int vain_rounds; // how often all that wait were asked again, and nothing had changed
    // known.c: of a block
    unsigned warps, threads;
    unsigned width;  // numbers in what one thread knows: of what is over, then of what is fenced
    uint16_t *known; // thread after thread, block after block; NULL: the checks are off
    // cluster.c: barrier.cluster
    unsigned arrived, generation;
    uint16_t *coming, *over; // what those know that have arrived, that have passed it
    // The last time that threads of one block touched shared memory of another: [whose][by whom].
    struct access_record touched[MAX_CLUSTER][MAX_CLUSTER];
};

// ---- cluster.c ----------------------------------------------------------------------------------

// Makes a cluster of these blocks, which have been started.
void cluster_make(struct block *const blocks[], unsigned size);
// The cluster of a block: of its own if it has none yet.
struct cluster *cluster_of(struct block *block);
// The blocks have ended; they are given back by the caller.
void cluster_end(struct cluster *cluster);
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
// Addresses of 32 bits in shared memory of other blocks: the block's rank, plus 1, in bits 24 on.
uint32_t cluster_address(const struct block *block, const void *p);
void *cluster_pointer(const struct block *block, uint32_t address);
void cluster_thread_ended(struct thread *thread);
// The thread touches shared memory of another block: told, if that may have ended.
void cluster_touches(struct thread *thread, uintptr_t offset, const char *pc);
// The threads of the block have ended: told, if others may still touch its shared memory.
void cluster_block_done(struct block *block);
// Does some thread of the block know that this is over?
bool cluster_knows(const struct block *block, const struct access_record *event);
// Lets those that wait look again, as a poll may say no. False: they did so, and nothing changed.
bool cluster_ask_again(struct cluster *cluster);

// ---- known.c ------------------------------------------------------------------------------------

// What a thread knows to be over, and, by as many numbers more, behind what of it a proxy fence
// stands: `width` numbers, 0 where nothing. Two of them are joined by the larger of each.
uint16_t *known_new(const struct cluster *cluster); // NULL where the checks are off
// The thread tells what it has done, and what it knows. What it does from now on is not told.
void known_release(struct thread *thread, uint16_t *into);
void known_acquire(struct thread *thread, const uint16_t *from);
void known_join(const struct cluster *cluster, uint16_t *into, const uint16_t *from);
bool known_before(const struct access_record *access, const struct thread *thread);
// A fence of the asynchronous proxy, by this thread (.shared::cta), stands behind all that it knows
// to be over in its block.
void known_fence(struct thread *thread);
// Does a fence, whoever made it, stand between this access and what the thread does now?
bool known_fenced(const struct access_record *access, const struct thread *thread);
void known_barrier(struct block *block, unsigned warp_mask);
void known_syncwarp(struct block *block, unsigned warp, unsigned lanes);
// An access that the running engine makes for a thread now, and tells of by the number in `into`:
// the copy engine's, whose end is nobody's instruction.
void known_release_engine(struct thread *thread, uint16_t *into);

#endif
