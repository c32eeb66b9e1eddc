// SPDX-License-Identifier: MIT
//
// 6_two_consumers: a tile of 128 x 256 by two warpgroups, and registers where the sums are.
//
// What changed: each of the two has 64 x 256 sums, 128 registers a thread, and both read the same
// tile of B. So a stage of 48 KiB serves twice the products of step 5's 32 KiB. A block has 65,536
// registers, 168 for each of 384 threads. The two consumers need more, so the loader's warpgroup
// releases most of its registers (setmaxnreg): 128 * 40 + 256 * 232 = 64,512.
//
// Expect: wgmma in its widest form, m64n256k16, and half the copies for each product.
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

// A warpgroup computes the rows of the tile from `first` on.
static __device__ __forceinline__ void multiply(const struct hopper_params *p, struct ring *ring,
                                                struct operand_tile a_tile,
                                                struct operand_tile b_tile, int first, int row,
                                                int col)
{
    float acc[BN / 2];
    struct ring_place at = {0, 0};
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
    store_sums(p, acc, BN, row + first, col);
}

static __device__ __forceinline__ void c_tiles(const struct hopper_params *p, bool trans_a,
                                               bool trans_b)
{
    struct ring *const ring = (struct ring *)aligned_shared();
    const struct operand_tile a_tile = {BM, !trans_a}, b_tile = {BN, trans_b};
    const int row = (int)blockIdx.x / p->tiles_n * BM, col = (int)blockIdx.x % p->tiles_n * BN;
    const int group = warpgroup_index();
    if (threadIdx.x == 0)
        ring_init(ring->full, ring->empty, STAGES, CONSUMERS * HOPPER_WARPGROUP / 32);
    __syncthreads();
    if (group == 0) {
        setmaxnreg_dec(LOADER_REGISTERS);
        if (threadIdx.x == 0)
            load(p, ring, a_tile, b_tile, row, col);
    } else {
        setmaxnreg_inc(CONSUMER_REGISTERS);
        multiply(p, ring, a_tile, b_tile, (group - 1) * ROWS, row, col);
    }
}

#define STEP hopper_two_consumers
#define SHARED_BYTES sizeof(struct ring)
#include "parts/launch.h"
