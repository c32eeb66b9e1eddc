// SPDX-License-Identifier: MIT
//
// ring.h: stages of shared memory that some warps fill and others read, each with two mbarriers.
//
//     full[s]     1 arrival, and the bytes of its copies: the stage may be read
//     empty[s]    an arrival of each reader: the stage may be filled again
//
// A thread that walks around the ring keeps its place: the stage, and the parity of the phase that
// it waits for, which changes once per round. Readers begin with parity 0: they wait until the
// first phase of `full` has ended. The writer begins with 1: on a fresh barrier the phase before
// the first counts as ended, so all stages are free.
#ifndef HOPPER_RING_H
#define HOPPER_RING_H

#include "../../common/device/ptx/mbarrier.h"

struct ring_place {
    int stage, parity;
};

static __device__ __forceinline__ void ring_next(struct ring_place *at, int stages)
{
    if (++at->stage == stages) {
        at->stage = 0;
        at->parity ^= 1;
    }
}

// Skips `by` stages, which another warpgroup uses.
static __device__ __forceinline__ void ring_skip(struct ring_place *at, int by, int stages)
{
    const int to = at->stage + by;
    at->stage = to % stages;
    at->parity ^= to / stages & 1;
}

// One thread calls it; a barrier of the block (or cluster) must follow.
static __device__ __forceinline__ void ring_init(uint64_t *full, uint64_t *empty, int stages,
                                                 int readers)
{
    for (int s = 0; s < stages; s++) {
        mbarrier_init(&full[s], 1);
        mbarrier_init(&empty[s], readers);
    }
    fence_mbarrier_init();
}

// The index of this thread's warpgroup in the block. The shuffle lets the compiler know that the
// number is the same for the whole warp.
static __device__ __forceinline__ int warpgroup_index(void)
{
    return __shfl_sync(0xFFFFFFFFu, (int)threadIdx.x / 128, 0);
}

#endif
