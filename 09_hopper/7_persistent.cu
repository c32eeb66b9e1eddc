// SPDX-License-Identifier: MIT
//
// 7_persistent: one block for each SM computes tile after tile of C; the loader does not stop
// between tiles.
//
// What changed: the blocks are launched once, and each computes which tile is next. While the two
// consumers still store a tile, the loader fills the stages with the next tile's data. The tiles
// are ordered in panels (common/device/gemm/raster.h), as in 08/5, so blocks that run together
// share rows of A and columns of B in L2.
//
// Expect: the same copies and products, and less time between two tiles of a block.
#include "../common/device/gemm/raster.h"
#include "../common/device/ptx/warpgroup.h"
#include "parts/ring.h"
#include "parts/shared.h"
#include "parts/store.h"

enum { BM = 128, BN = 256, STAGES = 3, CONSUMERS = 2 };
enum { ROWS = BM / CONSUMERS, THREADS = (1 + CONSUMERS) * HOPPER_WARPGROUP };
enum { LOADER_REGISTERS = 40, CONSUMER_REGISTERS = 232 };

struct stage {
    unsigned char A[BM * HOPPER_ROW], B[BN * HOPPER_ROW];
};
struct ring {
    struct stage stages[STAGES];
    uint64_t full[STAGES], empty[STAGES];
};

// One thread calls it.
static __device__ __forceinline__ void load(const struct hopper_params *p, struct ring *ring,
                                            struct operand_tile a_tile, struct operand_tile b_tile)
{
    struct ring_place at = {0, 1};
    for (int tile = (int)blockIdx.x; tile < p->tiles_m * p->tiles_n; tile += (int)gridDim.x) {
        const struct tile_place c = raster_tile(tile, p->panel, p->tiles_m, p->tiles_n);
        for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
            struct stage *const s = &ring->stages[at.stage];
            uint64_t *const full = &ring->full[at.stage];
            mbarrier_wait_parity(&ring->empty[at.stage], at.parity);
            mbarrier_arrive_expect_tx(full, sizeof *s);
            load_tile(s->A, a_tile, &p->a, full, c.row * BM, k_tile * HOPPER_BK);
            load_tile(s->B, b_tile, &p->b, full, c.col * BN, k_tile * HOPPER_BK);
            ring_next(&at, STAGES);
        }
    }
}

// A warpgroup computes the rows of each tile from `first` on.
static __device__ __forceinline__ void multiply(const struct hopper_params *p, struct ring *ring,
                                                struct operand_tile a_tile,
                                                struct operand_tile b_tile, int first)
{
    struct ring_place at = {0, 0};
    for (int tile = (int)blockIdx.x; tile < p->tiles_m * p->tiles_n; tile += (int)gridDim.x) {
        const struct tile_place c = raster_tile(tile, p->panel, p->tiles_m, p->tiles_n);
        float acc[BN / 2];
        for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
            const struct stage *const s = &ring->stages[at.stage];
            mbarrier_wait_parity(&ring->full[at.stage], at.parity);
            wgmma_fence();
            multiply_tile(acc, s->A, a_tile, first, s->B, b_tile, k_tile > 0);
            wgmma_commit_group();
            wgmma_wait_group(0);
            if (threadIdx.x % 32 == 0)
                mbarrier_arrive(&ring->empty[at.stage]); // a warp's wait covers only its own part
            ring_next(&at, STAGES);
        }
        store_sums(p, acc, BN, c.row * BM + first, c.col * BN);
    }
}

static __device__ __forceinline__ void c_tiles(const struct hopper_params *p, bool trans_a,
                                               bool trans_b)
{
    struct ring *const ring = (struct ring *)aligned_shared();
    const struct operand_tile a_tile = {BM, !trans_a}, b_tile = {BN, trans_b};
    const int group = warpgroup_index();
    if (threadIdx.x == 0)
        ring_init(ring->full, ring->empty, STAGES, CONSUMERS * HOPPER_WARPGROUP / 32);
    __syncthreads();
    if (group == 0) {
        setmaxnreg_dec(LOADER_REGISTERS);
        if (threadIdx.x == 0)
            load(p, ring, a_tile, b_tile);
    } else {
        setmaxnreg_inc(CONSUMER_REGISTERS);
        multiply(p, ring, a_tile, b_tile, (group - 1) * ROWS);
    }
}

#define STEP hopper_persistent
#define PERSISTENT
#define SHARED_BYTES sizeof(struct ring)
#include "parts/launch.h"
