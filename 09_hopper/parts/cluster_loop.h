// SPDX-License-Identifier: MIT
//
// cluster_loop.h: 9_cluster without its products, for the steps that change only what happens to
// their sums: one warpgroup loads, each half of B for both blocks; the others call multiply(). For
// kernels. The including file defines the constants of 9_cluster and struct ring, and then
// multiply().
#ifndef HOPPER_CLUSTER_LOOP_H
#define HOPPER_CLUSTER_LOOP_H

#include "../../common/device/gemm/raster.h"
#include "../../common/device/ptx/cluster.h"
#include "ring.h"
#include "shared.h"

// One thread of each block calls it.
static __device__ __forceinline__ void load(const struct hopper_params *p, struct ring *ring,
                                            struct operand_tile a_tile, struct operand_tile b_tile,
                                            int rank)
{
    struct ring_place at = {0, 1};
    for (int tile = (int)blockIdx.x / CLUSTER; tile < p->tiles_m * p->tiles_n;
         tile += (int)gridDim.x / CLUSTER) {
        const struct tile_place c = raster_tile(tile, p->panel, p->tiles_m, p->tiles_n);
        for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
            struct stage *const s = &ring->stages[at.stage];
            uint64_t *const full = &ring->full[at.stage];
            mbarrier_wait_parity(&ring->empty[at.stage], at.parity);
            mbarrier_arrive_expect_tx(full, sizeof *s); // includes what the other block sends
            load_tile(s->A, a_tile, &p->a, full, (c.row * CLUSTER + rank) * BM, k_tile * HOPPER_BK);
            load_rows(s->B, b_tile, rank * SHARE, SHARE, &p->b, full, c.col * BN,
                      k_tile * HOPPER_BK, ALL_BLOCKS);
            ring_next(&at, STAGES);
        }
    }
}

// Releases a stage, after this warp has waited for all its reads of it: lane r arrives in block r.
static __device__ __forceinline__ void release(uint64_t *empty)
{
    if (threadIdx.x % 32 < CLUSTER)
        mbarrier_arrive_cluster(empty, (int)threadIdx.x % 32);
}

static __device__ __forceinline__ void multiply(const struct hopper_params *p, struct ring *ring,
                                                struct operand_tile a_tile,
                                                struct operand_tile b_tile, int first, int rank);

static __device__ __forceinline__ void c_tiles(const struct hopper_params *p, bool trans_a,
                                               bool trans_b)
{
    struct ring *const ring = (struct ring *)aligned_shared();
    const struct operand_tile a_tile = {BM, !trans_a}, b_tile = {BN, trans_b};
    const int group = warpgroup_index(), rank = cluster_ctarank();
    if (threadIdx.x == 0)
        ring_init(ring->full, ring->empty, STAGES, CLUSTER * CONSUMERS * HOPPER_WARPGROUP / 32);
    barrier_cluster_sync_relaxed(); // ring_init() fenced the barriers for the other block, too
    if (group == 0) {
        setmaxnreg_dec(LOADER_REGISTERS);
        if (threadIdx.x == 0)
            load(p, ring, a_tile, b_tile, rank);
    } else {
        setmaxnreg_inc(CONSUMER_REGISTERS);
        multiply(p, ring, a_tile, b_tile, (group - 1) * ROWS, rank);
    }
    bulk_wait_group(0);             // the last slices have been read, and C is written
    barrier_cluster_sync_relaxed(); // the other block may still arrive here
}

#endif
