// SPDX-License-Identifier: MIT
// title: How many bytes come?
// lesson: README.md#4-one-thread-feeds-the-block
// minutes: 10
// form: gemm
// types: f16 f32
// transposes: NT
// sizes: 64 64 64; 72 40 200; 33 100 328; 1 1 8
// gaps: 0 0 0; 8 16 3
// check: R
// check: D
// stub: D
// hint: How many bytes does a box of A occupy in shared memory, and a box of B? What arrives for
//   the part outside the matrix?
// hint: The phase ends when the arrivals are complete *and* as many bytes have come as were
//   expected. A diagnosis "before the TMA load was waited for" means too few, a deadlock means too
//   many.
// hint: mbarrier_arrive_expect_tx(&full, sizeof s->A + sizeof s->B), before the two copies.
// why: Both copies count at one barrier, so the phase must expect both: 16 KiB. Outside the matrix
//   a box brings zeros, and they count: the bytes are always those of whole boxes. mbarrier_init
//   announced one arrival, that of the thread that starts the copies, and arrive.expect_tx is this
//   arrival. It announces the bytes before it arrives, so the phase cannot end too early.
//
// For each 64 of k one thread starts the copies of a tile of A and one of B, into the stages of a
// ring of two. A warpgroup waits for them and multiplies. Missing is what the phase waits for: the
// arrival and the bytes. Required: the right result, and no diagnosis of the emulated GPU.

#include "learn/exercise.h"
#include "09_hopper/exercises/tiles.h"

enum { STAGES = 2 };

static __device__ __forceinline__ void load(const struct problem *p, struct tiles *s,
                                            uint64_t *full, int row, int col, int t)
{
    //@stub
    // TODO: announce what the phase waits for
    mbarrier_arrive_expect_tx(full, sizeof s->A);
    //@solution
    mbarrier_arrive_expect_tx(full, sizeof s->A + sizeof s->B);
    //@end
    tma_load_2d(s->A, &p->a, full, t * BK, row);
    //@stub
    tma_load_2d(s->B, &p->b, full, t * BK, col);
    //@solution
    tma_load_2d(s->B, &p->b, full, t * BK, col);
    //@end
}

static __global__ void kernel(const __grid_constant__ struct problem p)
{
    __shared__ __align__(1024) struct tiles stages[STAGES];
    __shared__ __align__(8) uint64_t full[STAGES];
    const int row = (int)blockIdx.y * BM, col = (int)blockIdx.x * BN;
    float acc[BN / 2];
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++)
            mbarrier_init(&full[s], 1);
        //@stub
        fence_mbarrier_init();
        //@solution
        fence_mbarrier_init();
        //@end
        load(&p, &stages[0], &full[0], row, col, 0);
    }
    __syncthreads();
    for (int t = 0; t < p.k_tiles; t++) {
        const int stage = t % STAGES, next = (t + 1) % STAGES;
        if (threadIdx.x == 0 && t + 1 < p.k_tiles)
            load(&p, &stages[next], &full[next], row, col, t + 1);
        mbarrier_wait_parity(&full[stage], t / STAGES % 2);
        multiply(acc, &stages[stage], t > 0);
        wgmma_wait_group(0);
        __syncthreads(); // no warp reads this stage any longer
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

//@mutant arrival_forgotten
// fails: R, D
// because: an arrival for each operand, although the barrier expects one
//@1
    mbarrier_arrive_expect_tx(full, sizeof s->A);
//@end
//@2
    mbarrier_arrive_expect_tx(full, sizeof s->B);
    tma_load_2d(s->B, &p->b, full, t * BK, col);
//@end

//@mutant b_of_the_rows
// fails: R
// because: B's tile begins at the block's column of C
//@2
    tma_load_2d(s->B, &p->b, full, t * BK, row);
//@end

//@mutant elements
// fails: D
// because: elements, and not bytes
//@1
    mbarrier_arrive_expect_tx(full, (BM + BN) * BK);
//@end

//@mutant inside_only
// fails: D
// because: the zeros from outside are counted, too: the phase ends before all bytes have arrived
//@1
    const int rows_a = p->m - row < BM ? p->m - row : BM, rows_b = p->n - col < BN ? p->n - col : BN;
    mbarrier_arrive_expect_tx(full, (rows_a + rows_b) * ROW);
//@end

//@mutant not_fenced
// fails: D
// because: the copy engine may not know the barrier yet; usually nothing goes wrong
//@3
//@end

//@mutant two_stages
// fails: R, D
// because: more bytes than ever arrive: every thread waits forever
//@1
    mbarrier_arrive_expect_tx(full, STAGES * (sizeof s->A + sizeof s->B));
//@end

#endif
