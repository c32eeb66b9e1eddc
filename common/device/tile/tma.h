// SPDX-License-Identifier: MIT
//
// tma.h: tiles that the copy engine brings and wgmma multiplies (compute capability 9.0): what
// does not depend on their types. For kernels.
//
// A circle of stages has a barrier for each, which counts the bytes of its copies. All threads come
// to each of these, as to any tile operation; one of them does what takes one.
#ifndef COMMON_TILE_TMA_H
#define COMMON_TILE_TMA_H

#include "../gemm/warpgroup_tile.h"
#include "../ptx/mbarrier.h"
#include "../ptx/tma.h"
#include "tile.h"

// A shared tile as wgmma sees it. All but the descriptor are literals.
struct tile_factor {
    uint64_t descriptor;   // of its first 64 rows of m (or all of n), and its first 16 of k
    int k;                 // so many of k
    int next_k, next_rows; // bytes to the next 16 of k, and to the next 64 rows of m
    bool mn_major;
};

// Barriers of `stages` stages, in shared memory. Ends with a barrier of the block.
TILE_FUNCTION void tile_stages(uint64_t *full, int stages)
{
    TILE_OPERATION("tile_stages", 0);
    if (threadIdx.x == 0) {
        for (int s = 0; s < stages; s++)
            mbarrier_init(&full[s], 1);
        fence_mbarrier_init();
    }
    __syncthreads();
}

// So many bytes will come to a stage: those of all copies that are started next.
TILE_FUNCTION void tile_expect(uint64_t *full, int bytes)
{
    TILE_OPERATION("tile_expect", 0);
    if (threadIdx.x == 0)
        mbarrier_arrive_expect_tx(full, bytes);
}

// Waits until they are there, for the n-th time (from 0) that this stage was filled.
TILE_FUNCTION void tile_arrived(uint64_t *full, int n)
{
    TILE_OPERATION("tile_arrived", 0);
    mbarrier_wait_parity(full, n % 2);
}

// Waits until at most the latest n products are under way, for all threads of the block: the tiles
// of the others may be filled again. n: a literal. With 0 the sums may be used.
TILE_FUNCTION void tile_multiplied(int n)
{
    TILE_OPERATION("tile_multiplied", 0);
    wgmma_wait_group(n);
    __syncthreads();
}

#endif
