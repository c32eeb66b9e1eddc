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
// hint: In which phase is the barrier before any thread has arrived? And while the second tile is
//   in flight?
// hint: Each tile is one phase: tile 0 ends phase 0, tile 1 ends phase 1. The wait takes the parity
//   of the phase that must have ended. The emulated GPU reports in which phase the barrier was.
// hint: mbarrier_wait_parity(&full, t % 2), by all threads.
// why: A wait for parity p returns when the last phase of that parity has ended. With the wrong
//   parity it returns at once, because on a fresh barrier "the phase before the first" counts as
//   ended. So a wrong parity gives wrong numbers, usually at the first tile, and not a deadlock.
//   All 128 threads wait, because each of them reads what the copy wrote, through wgmma.
//
// One thread starts the copies of a tile of A and one of B, an mbarrier counts their bytes, and a
// warpgroup multiplies them: the loop of step 4. The wait is missing: no thread may multiply tile t
// before it has arrived. Required: the right result, and no diagnosis of the emulated GPU.

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
        __syncthreads(); // no warp reads the tiles any longer
    }
    store_c(&p, acc, row, col, (int)threadIdx.x);
}

void exercise(const struct gemm *g)
{
    const struct problem p = problem_of(g);
    kernel<<<grid_of(&p), WARPGROUP>>>(p);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant always_the_first
// fails: R, D
// because: from the second tile on, phase 0 is over already
//@2
        mbarrier_wait_parity(&full, 0);
//@end

//@mutant by_the_thread_that_asks
// fails: D
// because: the other threads multiply data that has not arrived yet
//@2
        if (threadIdx.x == 0)
            mbarrier_wait_parity(&full, t % 2);
//@end

//@mutant last_tile_left_out
// fails: R
// because: a thread that leaves the loop early skips products
//@2
        mbarrier_wait_parity(&full, t % 2);
        if (t > 0 && t + 1 == p.k_tiles)
            break;
//@end

//@mutant not_fenced
// fails: D
// because: the copy engine may not know the barrier yet; usually nothing goes wrong
//@1
//@end

//@mutant one_phase_late
// fails: R, D
// because: parity 1 first: the phase before the first one counts as over
//@2
        mbarrier_wait_parity(&full, (t + 1) % 2);
//@end

#endif
