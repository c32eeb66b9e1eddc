// SPDX-License-Identifier: MIT
// title: Full and empty
// lesson: README.md#5-a-loader-and-a-ring
// minutes: 25
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 64 64 64; 72 40 200; 33 100 328; 1 1 520
// gaps: 0 0 0; 8 16 3
// check: R
// check: D
// stub: R, D
// hint: For what must the loader wait before it fills a stage, and for what must the consumers wait
//   before they read it? Which side ends each of these waits?
// hint: ring.h: readers begin with parity 0, the writer with 1, and both change it once per round.
//   The report of a deadlock shows the phase of each barrier, and which threads wait there.
// hint: Loader: wait for empty[stage] with parity t / STAGES % 2 ^ 1, then expect and load.
//   Consumers: wait for full[stage] with parity t / STAGES % 2, multiply, wgmma_wait_group(0), then
//   one lane of each warp arrives at empty[stage].
// why: A stage has two barriers, one for each direction. At the beginning all stages are free, and
//   a wait for parity 1 on a fresh barrier returns at once: so the loader begins with 1. The
//   consumers release a stage only after wgmma_wait_group(), because wgmma reads it until that
//   wait. The wait of each of the four warps covers only its own part, so each warp arrives, and
//   mbarrier_init() gets a count of four.
//
// A warp loads and a warpgroup multiplies, with a ring of two stages between them, as in step 5.
// Write what both do for tile t: wait, work, arrive. fill() fills a stage and multiply() multiplies
// it. Required: the right result, and no diagnosis of the emulated GPU.

#include "learn/exercise.h"
#include "09_hopper/exercises/tiles.h"

enum { STAGES = 2, THREADS = WARPGROUP + 32 };

struct barriers {
    uint64_t full[STAGES], empty[STAGES];
};

// Announces the bytes of tile t, and starts its copies.
static __device__ __forceinline__ void fill(const struct problem *p, struct tiles *s,
                                            uint64_t *full, int row, int col, int t)
{
    mbarrier_arrive_expect_tx(full, sizeof *s);
    tma_load_2d(s->A, &p->a, full, t * BK, row);
    tma_load_2d(s->B, &p->b, full, t * BK, col);
}

static __global__ void kernel(const __grid_constant__ struct problem p)
{
    __shared__ __align__(1024) struct tiles stages[STAGES];
    __shared__ __align__(8) struct barriers b;
    const int row = (int)blockIdx.y * BM, col = (int)blockIdx.x * BN;
    float acc[BN / 2];
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            mbarrier_init(&b.full[s], 1);
            //@stub
            mbarrier_init(&b.empty[s], WARPGROUP / 32);
            //@solution
            mbarrier_init(&b.empty[s], WARPGROUP / 32);
            //@end
        }
        fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x == WARPGROUP) {
        for (int t = 0; t < p.k_tiles; t++) {
            const int stage = t % STAGES;
            //@stub
            // TODO: when may this stage be filled?
            fill(&p, &stages[stage], &b.full[stage], row, col, t);
            //@solution
            mbarrier_wait_parity(&b.empty[stage], t / STAGES % 2 ^ 1);
            fill(&p, &stages[stage], &b.full[stage], row, col, t);
            //@end
        }
    } else if (threadIdx.x < WARPGROUP) {
        for (int t = 0; t < p.k_tiles; t++) {
            const int stage = t % STAGES;
            //@stub
            // TODO: when may it be read, and when released?
            multiply(acc, &stages[stage], t > 0);
            wgmma_wait_group(0);
            //@solution
            mbarrier_wait_parity(&b.full[stage], t / STAGES % 2);
            multiply(acc, &stages[stage], t > 0);
            wgmma_wait_group(0);
            if (threadIdx.x % 32 == 0)
                mbarrier_arrive(&b.empty[stage]);
            //@end
        }
        store_c(&p, acc, row, col, (int)threadIdx.x);
    }
}

void exercise(const struct gemm *g)
{
    const struct problem p = problem_of(g);
    kernel<<<grid_of(&p), THREADS>>>(p);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant first_tile_again
// fails: R
// because: every stage holds the first tiles
//@2
            mbarrier_wait_parity(&b.empty[stage], t / STAGES % 2 ^ 1);
            fill(&p, &stages[stage], &b.full[stage], row, col, stage);
//@end

//@mutant given_back_early
// fails: D
// because: wgmma still reads the stage that is released
//@3
            mbarrier_wait_parity(&b.full[stage], t / STAGES % 2);
            multiply(acc, &stages[stage], t > 0);
            if (threadIdx.x % 32 == 0)
                mbarrier_arrive(&b.empty[stage]);
            wgmma_wait_group(0);
//@end

//@mutant loader_begins_with_0
// fails: R, D
// because: the loader waits for the first phase of empty to end, and no thread ends it
//@2
            mbarrier_wait_parity(&b.empty[stage], t / STAGES % 2);
            fill(&p, &stages[stage], &b.full[stage], row, col, t);
//@end

//@mutant never_given_back
// fails: R, D
// because: no thread arrives at empty: the loader waits forever
//@3
            mbarrier_wait_parity(&b.full[stage], t / STAGES % 2);
            multiply(acc, &stages[stage], t > 0);
            wgmma_wait_group(0);
//@end

//@mutant one_arrival_promised
// fails: R, D
// because: four warps arrive but one was announced: they end four phases
//@1
            mbarrier_init(&b.empty[s], 1);
//@end

//@mutant parity_of_t
// fails: R, D
// because: the parity changes once per round of the ring, not with each tile
//@from
            mbarrier_wait_parity(&b.full[stage], t / STAGES % 2);
//@to
            mbarrier_wait_parity(&b.full[stage], t % 2);
//@end

#endif
