// SPDX-License-Identifier: MIT
//
// 4_wgmma_tma: the copy engine fetches the tiles; one thread starts the copies.
//
// What changed: a tile is one instruction of one thread. The tensor map, made by the host,
// describes the matrix and the swizzle, and what is outside the matrix arrives as zeros. So a tile
// needs no addresses, predicates or registers. The copies count their bytes at an mbarrier, where
// all threads wait. Copies and wgmma use the same proxy, so no fence is needed.
//
// Expect: in the loop, the threads of the block only wait.
#include "parts/shared.h"
#include "parts/store.h"

enum { BM = 128, BN = 128, THREADS = HOPPER_WARPGROUP };

struct tiles {
    unsigned char A[BM * HOPPER_ROW], B[BN * HOPPER_ROW];
    uint64_t full;
};

static __device__ __forceinline__ void c_tiles(const struct hopper_params *p, bool trans_a,
                                               bool trans_b)
{
    struct tiles *const shared = (struct tiles *)aligned_shared();
    const struct operand_tile a_tile = {BM, !trans_a}, b_tile = {BN, trans_b};
    const int row = (int)blockIdx.x / p->tiles_n * BM, col = (int)blockIdx.x % p->tiles_n * BN;

    float acc[2][BN / 2];
    if (threadIdx.x == 0) {
        mbarrier_init(&shared->full, 1);
        fence_mbarrier_init();
    }
    __syncthreads();
    for (int k_tile = 0; k_tile < p->k_tiles; k_tile++) {
        if (threadIdx.x == 0) {
            mbarrier_arrive_expect_tx(&shared->full, sizeof shared->A + sizeof shared->B);
            load_tile(shared->A, a_tile, &p->a, &shared->full, row, k_tile * HOPPER_BK);
            load_tile(shared->B, b_tile, &p->b, &shared->full, col, k_tile * HOPPER_BK);
        }
        mbarrier_wait_parity(&shared->full, k_tile % 2); // a phase for each tile
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < 2; i++)
            multiply_tile(acc[i], shared->A, a_tile, i * 64, shared->B, b_tile, k_tile > 0);
        wgmma_commit_group();
        wgmma_wait_group(0);
        __syncthreads(); // no warp reads the tiles any longer
    }
#pragma unroll
    for (int i = 0; i < 2; i++)
        store_sums(p, acc[i], BN, row + i * 64, col);
}

#define STEP hopper_wgmma_tma
#define SHARED_BYTES sizeof(struct tiles)
#include "parts/launch.h"
