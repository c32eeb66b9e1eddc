// SPDX-License-Identifier: MIT
//
// 10_epilogue: TMA stores C, one slice at a time, while the next slice is written.
//
// What changed: a warpgroup writes its sums to shared memory in slices of 64 rows by 32 columns,
// 128 bytes a row, swizzled as the map of C says. Then one thread stores the slice. There are two
// buffers: one is written while the other is stored. TMA reads what threads wrote, so each of them
// fences and then waits at a named barrier of its warpgroup. A buffer is written again after its
// store has read it *and* all threads know this (the barrier again). The map excludes what is
// outside C. If C is read (beta) or TMA cannot store its rows, sums are stored from registers.
//
// Expect: whole rows of 128 bytes, no predicates, and warps that do not wait for C.
#include "../common/device/gemm/raster.h"
#include "parts/ring.h"
#include "parts/shared.h"
#include "parts/store.h"
#include "parts/store_tma.h"
#include "../common/device/ptx/cluster.h"

#define CLUSTER 2
enum { BM = 128, BN = 256, STAGES = 4, CONSUMERS = 2 };
enum { SHARE = BN / CLUSTER, ALL_BLOCKS = (1 << CLUSTER) - 1 }; // rows of B that each block fetches
enum { ROWS = BM / CONSUMERS, THREADS = (1 + CONSUMERS) * HOPPER_WARPGROUP };
enum { LOADER_REGISTERS = 40, CONSUMER_REGISTERS = 232 };

struct stage {
    unsigned char A[BM * HOPPER_ROW], B[BN * HOPPER_ROW];
};
struct ring {
    struct stage stages[STAGES];
    struct slices slices[CONSUMERS];
    uint64_t full[STAGES], empty[STAGES];
};
#include "parts/cluster_loop.h"

// A warpgroup computes the rows of each tile from `first` on.
static __device__ __forceinline__ void multiply(const struct hopper_params *p, struct ring *ring,
                                                struct operand_tile a_tile,
                                                struct operand_tile b_tile, int first, int rank)
{
    const uint64_t a = tile_descriptor(ring->stages[0].A, a_tile, first);
    const uint64_t b = tile_descriptor(ring->stages[0].B, b_tile, 0);
    struct ring_place at = {0, 0};
    for (int tile = (int)blockIdx.x / CLUSTER; tile < p->tiles_m * p->tiles_n;
         tile += (int)gridDim.x / CLUSTER) {
        const struct tile_place c = raster_tile(tile, p->panel, p->tiles_m, p->tiles_n);
        float acc[BN / 2];
        int before = 0; // the stage of the group in flight
        for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
            const uint64_t on = (uint64_t)at.stage * (sizeof(struct stage) / 16);
            mbarrier_wait_parity(&ring->full[at.stage], at.parity);
            wgmma_fence();
            multiply_at(acc, a + on, a_tile, b + on, b_tile, k_tile > 0);
            wgmma_commit_group();
            wgmma_wait_group(1); // all but the latest
            if (k_tile > 0)
                release(&ring->empty[before]);
            before = at.stage;
            ring_next(&at, STAGES);
        }
        wgmma_wait_group(0);
        release(&ring->empty[before]);
        const int row = (c.row * CLUSTER + rank) * BM + first;
        if (p->c_by_tma)
            store_by_tma(p, &ring->slices[first / ROWS], 1 + first / ROWS, acc, BN, row,
                         c.col * BN);
        else
            store_sums(p, acc, BN, row, c.col * BN);
    }
}

#define STEP hopper_epilogue
#define PERSISTENT
#define SHARED_BYTES sizeof(struct ring)
#include "parts/launch.h"
