// SPDX-License-Identifier: MIT
//
// sync.h: where threads wait for each other: warp operations, barriers of a block, clusters.
#ifndef ROOM_SYNC_H
#define ROOM_SYNC_H

#include "progress.h"
#include "cluster.h"

// The running lane contributes its part and waits for the other lanes. Returns its collective with
// the result.
struct collective *warp_join(const struct collective *mine);
void warp_thread_ended(struct thread *thread);              // may complete an operation of the
                                                            // other lanes
bool warp_resolve_idle(struct block *block, unsigned warp); // no lane can run: completes activemask

// ---- operation.c --------------------------------------------------------------------------------

bool operation_left_out(struct block *block); // at a barrier and at the block's end; reports it

// ---- barrier.c ----------------------------------------------------------------------------------

void barriers_start(struct block *block);
void barrier_thread_ended(struct block *block); // may complete a barrier

#endif
