// SPDX-License-Identifier: MIT
//
// vector_clock.h: happens-before between the threads of a cluster, as vector clocks. Threads
// publish and acquire them at mbarriers and cluster barriers, which single threads reach.
#ifndef VECTOR_CLOCK_H
#define VECTOR_CLOCK_H

#include "../base/base.h"

// A vector clock holds an epoch for each warp of the cluster and a clock for each thread. They say
// up to which barrier of that warp, and up to which release of that thread, the owner has observed
// all accesses. The second half holds the same numbers for what a proxy fence covers. 0 means
// nothing was observed; to join two vector clocks, take the larger of each number.
uint16_t *vector_clock_new(const struct cluster *cluster); // NULL if the checks are off
// Release: joins the thread's history and everything it has observed into a clock that other
// threads acquire. Later accesses of the thread are not published.
void vector_clock_publish(struct thread *thread, uint16_t *into);
void vector_clock_acquire(struct thread *thread, const uint16_t *from);
void vector_clock_join(const struct cluster *cluster, uint16_t *into, const uint16_t *from);
// Did the access happen before what the thread does now?
bool vector_clock_before(const struct access_record *access, const struct thread *thread);
// A proxy fence by this thread (.shared::cta) covers all accesses in its block that the thread has
// observed; global_only: none in shared memory.
void vector_clock_fence(struct thread *thread, bool global_only);
// Was the access covered by a proxy fence of any thread that happens before what this thread does
// now?
bool vector_clock_is_fenced(const struct access_record *access, const struct thread *thread);
void vector_clock_barrier(struct block *block, unsigned warp_mask);
void vector_clock_syncwarp(struct block *block, unsigned warp, unsigned lanes);
// Like vector_clock_publish(), for an access that the copy engine makes on behalf of a thread. It
// publishes nothing else, because the end of that access is not an instruction of the thread.
void vector_clock_publish_engine(struct thread *thread, uint16_t *into);

#endif
