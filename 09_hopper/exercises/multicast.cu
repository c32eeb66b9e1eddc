// SPDX-License-Identifier: MIT
// title: One tile for two blocks
// lesson: README.md#9-two-blocks-share-b
// minutes: 25
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 128 64 64; 72 40 200; 33 100 328; 129 1 8
// gaps: 0 0 0; 8 16 3
// check: R
// check: D
// check: C tma_load_bytes <= 2.1 * k * (m * ceil(n, 64) + n * ceil(m, 128))
// stub: C tma_load_bytes
// hint: Both blocks of a cluster need the same tile of B. Which half of it does each of them fetch,
//   and where does that half go? How many bytes arrive in each block then?
// hint: Bit r of the mask is the block of rank r. A copy arrives at the same place in each block
//   that the mask names, and its bytes count at the same barrier there.
// hint: tma_load_2d_multicast(s.B + rank * HALF * ROW, &p.b, &full, t * BK, col + rank * HALF, 3),
//   and every block still expects sizeof s: half of B comes from the other one.
// why: Each block fetches half of the tile and sends it to both: the mask is 1 << 0 | 1 << 1. A
//   tile is read from L2 once for the cluster. The barrier of a block counts all bytes that arrive
//   in it, whichever block fetched them, so it still expects two whole tiles. The price: a block
//   may start the copies only when *both* are done with the previous tile. Hence the barrier of the
//   cluster for each tile, which step 9 replaces by a cheaper one.
//
// Two blocks, one below the other, form a cluster: they share a tile of B, and each has its own
// tile of A. At first each block fetches all of B. Let each fetch half, and send it to both. The
// box of B is 32 rows. Required: the right result, no diagnosis, and fewer bytes fetched.

#include "learn/exercise.h"
#include "09_hopper/exercises/tiles.h"
#include "common/device/ptx/cluster.h"

enum { HALF = BN / 2 };

static __global__ void __cluster_dims__(1, 2, 1) kernel(const __grid_constant__ struct problem p)
{
    __shared__ __align__(1024) struct tiles s;
    __shared__ __align__(8) uint64_t full;
    const int row = (int)blockIdx.y * BM, col = (int)blockIdx.x * BN, rank = cluster_ctarank();
    float acc[BN / 2];
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        //@stub
        fence_mbarrier_init();
        //@solution
        fence_mbarrier_init();
        //@end
    }
    //@stub
    barrier_cluster_sync();
    //@solution
    barrier_cluster_sync();
    //@end
    for (int t = 0; t < p.k_tiles; t++) {
        if (threadIdx.x == 0) {
            mbarrier_arrive_expect_tx(&full, sizeof s);
            tma_load_2d(s.A, &p.a, &full, t * BK, row);
            //@stub
            // TODO: half of it, sent to both
            tma_load_2d(s.B, &p.b, &full, t * BK, col);
            tma_load_2d(s.B + HALF * ROW, &p.b, &full, t * BK, col + HALF);
            (void)rank;
            //@solution
            tma_load_2d_multicast(s.B + rank * HALF * ROW, &p.b, &full, t * BK, col + rank * HALF,
                                  1 << 0 | 1 << 1);
            //@end
        }
        mbarrier_wait_parity(&full, t % 2);
        multiply(acc, &s, t > 0);
        wgmma_wait_group(0);
        barrier_cluster_sync(); // neither block reads its tiles any longer
    }
    store_c(&p, acc, row, col, (int)threadIdx.x);
}

void exercise(const struct gemm *g)
{
    const struct gemm_problem *q = &g->problem;
    struct problem p = problem_of(g);
    p.b = map_of(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, g->B, q->n, q->k, q->ldb, HALF);
    const dim3 grid((unsigned)ceil_div(q->n, BN), (unsigned)ceil_div(q->m, 2 * BM) * 2);
    kernel<<<grid, WARPGROUP>>>(p);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant barrier_of_the_block
// fails: R, D
// because: the other block's mbarrier may not be initialised yet
//@2
    __syncthreads();
//@end

//@mutant each_its_own
// fails: C tma_load_bytes
// because: each block fetches both halves for itself: as many bytes as before
//@3
            for (int half = 0; half < 2; half++)
                tma_load_2d_multicast(s.B + half * HALF * ROW, &p.b, &full, t * BK,
                                      col + half * HALF, 1u << rank);
//@end

//@mutant halves_exchanged
// fails: R
// because: a half arrives in the place of the other half
//@3
            tma_load_2d_multicast(s.B + (1 - rank) * HALF * ROW, &p.b, &full, t * BK,
                                  col + rank * HALF, 3);
//@end

//@mutant mask_is_a_rank
// fails: R, D
// because: a mask of 1 is block 0, not the rank of the other block
//@3
            tma_load_2d_multicast(s.B + rank * HALF * ROW, &p.b, &full, t * BK, col + rank * HALF,
                                  1);
//@end

//@mutant not_fenced
// fails: D
// because: the other block's copies may not know the barrier yet
//@1
//@end

//@mutant to_itself
// fails: R, D
// because: the mask names only the block that fetches: half of the bytes never arrive
//@3
            tma_load_2d_multicast(s.B + rank * HALF * ROW, &p.b, &full, t * BK, col + rank * HALF,
                                  1u << rank);
//@end

#endif
