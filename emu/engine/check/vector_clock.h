// SPDX-License-Identifier: MIT
//
// vector_clock.h: what the threads of a cluster have observed of each other: vector clocks, passed
// on at mbarriers and cluster barriers, which not all threads of a block come to.
#ifndef VECTOR_CLOCK_H
#define VECTOR_CLOCK_H

#include "../base/base.h"

// A vector clock holds an epoch for each warp of the cluster and a clock for each thread: up to
// which barrier of the warp, and which release of the thread, its owner has observed everything. As
// many numbers more say up to where a proxy fence covers it. 0 is nothing; two vector clocks are
// joined by the larger of each number.
uint16_t *vector_clock_new(const struct cluster *cluster); // NULL where the checks are off
// Release: joins what the thread has done and observed into a clock that others acquire. What the
// thread does from now on is not published.
void vector_clock_publish(struct thread *thread, uint16_t *into);
void vector_clock_acquire(struct thread *thread, const uint16_t *from);
void vector_clock_join(const struct cluster *cluster, uint16_t *into, const uint16_t *from);
// Did the access happen before what the thread does now?
bool vector_clock_before(const struct access_record *access, const struct thread *thread);
// A fence of the asynchronous proxy by this thread (.shared::cta) covers all accesses of its block
// that the thread has observed.
void vector_clock_fence(struct thread *thread);
// Does a fence of any thread cover this access, before what the thread does now?
bool vector_clock_is_fenced(const struct access_record *access, const struct thread *thread);
void vector_clock_barrier(struct block *block, unsigned warp_mask);
void vector_clock_syncwarp(struct block *block, unsigned warp, unsigned lanes);
// The same as vector_clock_publish() for an access that the copy engine makes on behalf of a
// thread: its end is no instruction of that thread.
void vector_clock_publish_engine(struct thread *thread, uint16_t *into);

#endif
