// SPDX-License-Identifier: MIT
//
// 5_specialized: one warp loads, four multiply, with a ring of stages between them.
//
// What changed: the loader runs ahead by as many k-tiles as there are stages. It waits until a
// stage is empty, starts its copies and continues. The consumers wait until a stage is full,
// multiply, and release it. There is no barrier of the whole block: each stage has two mbarriers
// instead (ring.h).
//
// Expect: copies and products at the same time, even in a single block.
#include "parts/ring.h"
#include "parts/shared.h"
#include "parts/store.h"

enum { BM = 128, BN = 128, STAGES = 3, THREADS = HOPPER_WARPGROUP + 32 };

struct stage {
    unsigned char A[BM * HOPPER_ROW], B[BN * HOPPER_ROW];
};
struct ring {
    struct stage stages[STAGES];
    uint64_t full[STAGES], empty[STAGES];
};

// One thread calls it.
static __device__ __forceinline__ void load(const struct hopper_params *p, struct ring *ring,
                                            struct operand_tile a_tile, struct operand_tile b_tile,
                                            int row, int col)
{
    struct ring_place at = {0, 1};
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        struct stage *const s = &ring->stages[at.stage];
        uint64_t *const full = &ring->full[at.stage];
        mbarrier_wait_parity(&ring->empty[at.stage], at.parity);
        mbarrier_arrive_expect_tx(full, sizeof *s);
        load_tile(s->A, a_tile, &p->a, full, row, k_tile * HOPPER_BK);
        load_tile(s->B, b_tile, &p->b, full, col, k_tile * HOPPER_BK);
        ring_next(&at, STAGES);
    }
}

static __device__ __forceinline__ void multiply(const struct hopper_params *p, struct ring *ring,
                                                struct operand_tile a_tile,
                                                struct operand_tile b_tile, int row, int col)
{
    float acc[2][BN / 2];
    struct ring_place at = {0, 0};
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        const struct stage *const s = &ring->stages[at.stage];
        mbarrier_wait_parity(&ring->full[at.stage], at.parity);
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < 2; i++)
            multiply_tile(acc[i], s->A, a_tile, i * 64, s->B, b_tile, k_tile > 0);
        wgmma_commit_group();
        wgmma_wait_group(0);
        if (threadIdx.x % HOPPER_WARPGROUP % 32 == 0)
            mbarrier_arrive(&ring->empty[at.stage]); // a warp's wait covers only its own part
        ring_next(&at, STAGES);
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
        store_sums(p, acc[i], BN, row + i * 64, col);
}

static __device__ __forceinline__ void c_tiles(const struct hopper_params *p, bool trans_a,
                                               bool trans_b)
{
    struct ring *const ring = (struct ring *)aligned_shared();
    const struct operand_tile a_tile = {BM, !trans_a}, b_tile = {BN, trans_b};
    const int row = (int)blockIdx.x / p->tiles_n * BM, col = (int)blockIdx.x % p->tiles_n * BN;
    if (threadIdx.x == 0)
        ring_init(ring->full, ring->empty, STAGES, HOPPER_WARPGROUP / 32);
    __syncthreads();
    if (threadIdx.x < HOPPER_WARPGROUP)
        multiply(p, ring, a_tile, b_tile, row, col);
    else if (threadIdx.x == HOPPER_WARPGROUP)
        load(p, ring, a_tile, b_tile, row, col);
}

#define STEP hopper_specialized
#define SHARED_BYTES sizeof(struct ring)
#include "parts/launch.h"
