// SPDX-License-Identifier: MIT
// title: Which phase is over?
// lesson: README.md#phases
// minutes: 10
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 64 64 64; 72 40 200; 33 100 328; 1 1 8
// gaps: 0 0 0; 8 16 3
// check: R
// check: D
// stub: R, D
// hint: In which phase is the barrier when nobody has arrived yet? In which one while the second
//   tile is on its way?
// hint: A phase for each tile: tile 0 ends phase 0, tile 1 ends phase 1. The wait takes the
//   parity of the phase that must be over, and the emulated GPU says in which phase the barrier
//   was.
// hint: mbarrier_wait_parity(&full, t % 2), by all threads.
// why: A wait for parity p returns when the last phase of that parity is over. With the wrong one
//   it returns at once: on a fresh barrier "the phase before the first" counts as over. That is
//   why a wrong parity gives wrong numbers and no deadlock, as a rule at the first tile. All 128
//   threads wait: each of them reads what the copy brought, through wgmma.
//
// One thread asks for a tile of A and one of B, an mbarrier counts their bytes, and a warpgroup
// multiplies them: the loop of step 4. What is missing is the wait: no thread may multiply tile t
// before it is here. Right result, and nothing that the emulated GPU complains of.

#include "learn/exercise.h"
#include "09_hopper/exercises/tiles.h"

static __global__ void kernel(const __grid_constant__ struct problem p)
{
    __shared__ __align__(1024) struct tiles s;
    __shared__ __align__(8) uint64_t full;
    const int row = (int)blockIdx.y * BM, col = (int)blockIdx.x * BN;
    float acc[BN / 2];
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        //@stub
        fence_mbarrier_init();
        //@solution
        fence_mbarrier_init();
        //@end
    }
    __syncthreads();
    for (int t = 0; t < p.k_tiles; t++) {
        if (threadIdx.x == 0) {
            mbarrier_arrive_expect_tx(&full, sizeof s);
            tma_load_2d(s.A, &p.a, &full, t * BK, row);
            tma_load_2d(s.B, &p.b, &full, t * BK, col);
        }
        //@stub
        // TODO: wait until tile t is here
        mbarrier_wait_parity(&full, 1);
        //@solution
        mbarrier_wait_parity(&full, t % 2);
        //@end
        multiply(acc, &s, t > 0);
        wgmma_wait_group(0);
        __syncthreads(); // nobody reads the tiles any more
    }
    store_c(&p, acc, row, col, (int)threadIdx.x);
}

void exercise(const struct gemm *g)
{
    const struct problem p = problem_of(g);
    kernel<<<grid_of(&p), WARPGROUP>>>(p);
    CUDA_CHECK_LAUNCH();
}
