// SPDX-License-Identifier: MIT
//
// ring.h: stages of shared memory that some warps fill and others empty, each with two barriers.
//
//     full[s]     1 arrival, and the bytes of its copies: the stage may be read
//     empty[s]    an arrival of each reader: it may be filled again
//
// Who walks over the ring keeps a place: the stage, and the parity of the phase that it waits for,
// which changes each time round. Readers begin with parity 0: they wait until the first phase of
// `full` is over. The writer begins with 1: on a fresh barrier the phase before the first counts as
// over, so that all stages are free.
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

// The same for `by` stages, which somebody else walks over.
static __device__ __forceinline__ void ring_skip(struct ring_place *at, int by, int stages)
{
    const int to = at->stage + by;
    at->stage = to % stages;
    at->parity ^= to / stages & 1;
}

// By one thread; a barrier of the block (of the cluster) must follow.
static __device__ __forceinline__ void ring_init(uint64_t *full, uint64_t *empty, int stages,
                                                 int readers)
{
    for (int s = 0; s < stages; s++) {
        mbarrier_init(&full[s], 1);
        mbarrier_init(&empty[s], readers);
    }
    fence_mbarrier_init();
}

// Which warpgroup of the block this thread is of: a number that is the same for the whole warp, and
// that the compiler knows to be so.
static __device__ __forceinline__ int warpgroup_index(void)
{
    return __shfl_sync(0xFFFFFFFFu, (int)threadIdx.x / 128, 0);
}

#endif
