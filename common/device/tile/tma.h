// SPDX-License-Identifier: MIT
//
// tma.h: tiles that the copy engine loads and wgmma multiplies (compute capability 9.0): the part
// that does not depend on their types. For kernels.
//
// A ring of stages has a barrier for each stage, which counts the bytes of its copies. All threads
// call each of these functions, as for any tile operation; one thread does what needs only one.
#ifndef COMMON_TILE_TMA_H
#define COMMON_TILE_TMA_H

#include "../gemm/warpgroup_tile.h"
#include "../ptx/mbarrier.h"
#include "../ptx/tma.h"
#include "tile.h"

// A shared tile as wgmma sees it. All members except the descriptor are literals.
struct tile_factor {
    uint64_t descriptor;   // of its first 64 rows of m (or all of n), and its first 16 of k
    int k;                 // its size along k
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

// The number of bytes that will come to a stage: of all copies that are started next.
TILE_FUNCTION void tile_expect(uint64_t *full, int bytes)
{
    TILE_OPERATION("tile_expect", 0);
    if (threadIdx.x == 0)
        mbarrier_arrive_expect_tx(full, bytes);
}

// Waits until they have arrived, for the n-th time (from 0) that this stage was filled.
TILE_FUNCTION void tile_arrived(uint64_t *full, int n)
{
    TILE_OPERATION("tile_arrived", 0);
    mbarrier_wait_parity(full, n % 2);
}

// Waits until at most the latest n products are in flight, for all threads of the block: the tiles
// of the finished ones may be filled again. n: a literal. With 0 the sums may be used.
TILE_FUNCTION void tile_multiplied(int n)
{
    TILE_OPERATION("tile_multiplied", 0);
    wgmma_wait_group(n);
    __syncthreads();
}

#endif
