// SPDX-License-Identifier: MIT
//
// shared.h: the block's shared memory, from the first multiple of 1024 on (tile.h). launch.h
// allocates enough for this.
#ifndef HOPPER_SHARED_H
#define HOPPER_SHARED_H

#include "tile.h"

extern __shared__ __align__(1024) unsigned char shared_bytes[];

static __device__ __forceinline__ void *aligned_shared(void)
{
    const uintptr_t begin = (uintptr_t)shared_bytes;
    return shared_bytes + (TILE_ALIGN - begin % TILE_ALIGN) % TILE_ALIGN;
}

#endif
