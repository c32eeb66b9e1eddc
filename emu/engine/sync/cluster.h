// SPDX-License-Identifier: MIT
//
// cluster.h: clusters: their barrier, and the shared memory of their blocks.
#ifndef SYNC_CLUSTER_H
#define SYNC_CLUSTER_H

#include "../base/base.h"

// Makes a cluster of these blocks, which have been started.
void cluster_make(struct block *const blocks[], unsigned size);
// The cluster of a block: of its own if it has none yet.
struct cluster *cluster_of(struct block *block);
// The blocks have ended; they are given back by the caller.
void cluster_end(struct cluster *cluster);
// Addresses of 32 bits in shared memory of other blocks: the block's rank, plus 1, in bits 24 on.
uint32_t cluster_address(const struct block *block, const void *p);
void *cluster_pointer(const struct block *block, uint32_t address);
void cluster_thread_ended(struct thread *thread);
// The threads of the block have ended: told, if others may still touch its shared memory.
void cluster_block_done(struct block *block);
// Does some thread of the block know that this is over?
bool cluster_knows(const struct block *block, const struct access_record *event);
// Lets those that wait look again, as a poll may say no. False: they did so, and nothing changed.
bool cluster_ask_again(struct cluster *cluster);

#endif
