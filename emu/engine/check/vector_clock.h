// SPDX-License-Identifier: MIT
//
// vector_clock.h: what the threads of a cluster have observed of each other: vector clocks, passed
// on at mbarriers and cluster barriers, which not all threads of a block come to.
#ifndef VECTOR_CLOCK_H
#define VECTOR_CLOCK_H

#include "../base/base.h"

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
