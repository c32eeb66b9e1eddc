// SPDX-License-Identifier: MIT
//
// cluster.h: clusters: their barrier, and distributed shared memory.
#ifndef SYNC_CLUSTER_H
#define SYNC_CLUSTER_H

#include "../base/base.h"

// Creates a cluster of these started blocks.
void cluster_make(struct block *const blocks[], unsigned size);
// The cluster of a block; creates one of a single block if it has none.
struct cluster *cluster_of(struct block *block);
// The blocks have ended; the caller frees them.
void cluster_end(struct cluster *cluster);
// A 32-bit address in shared memory of another block: its rank plus 1 in bits 24 and up.
uint32_t cluster_address(const struct block *block, const void *p);
void *cluster_pointer(const struct block *block, uint32_t address);
void cluster_thread_ended(struct thread *thread);
// The threads of the block have ended. Reports if other blocks may still access its shared memory.
void cluster_block_done(struct block *block);
// Has a thread of the block observed this event?
bool cluster_has_observed(const struct block *block, const struct access_record *event);
// Resumes waiting threads, as a poll may return false. Returns false if that was tried repeatedly
// and nothing changed.
bool cluster_poll_again(struct cluster *cluster);

#endif
