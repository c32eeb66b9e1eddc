// SPDX-License-Identifier: MIT
// title: Wait for the copies
// lesson: README.md#2-two-stages-one-in-flight
// minutes: 15
// form: sgemm
// sizes: 48 32 64; 37 41 29; 16 16 1; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: A copy was started one turn ago. What must have happened before another thread may read
//   its data?
// hint: Section 2 of the lesson: the two things that a thread knows after the barrier. The
//   counter `barriers` shows how many you have: one for each turn and warp is enough.
// hint: In this order: cp_async_wait_group(0), __syncthreads(), fetch() for tile t + 1 into the
//   other stage, cp_async_commit_group().
// why: A thread waits only for its own copies, so the wait comes first and the barrier second.
//   After both, the copies of all threads have landed. The same barrier shows that all threads have
//   finished the previous turn, so the other stage can be filled. A copy that starts before the
//   barrier would overwrite data that a slow warp still reads.
//
// Two stages of shared memory: while tile t is multiplied, cp.async copies tile t + 1. Write the
// start of a turn: wait for the right copies, and start the next ones at the right time. Elements
// are float32, four bytes per copy, so rows may begin anywhere; the pipeline is that of step 2.
// Graded: the result is right, and the emulated GPU reports no error.

#include "learn/exercise.h"
#include "08_cutlass_hierarchy/exercises/tiles.h"

enum { TILE = 16 };

static __global__ void kernel(struct operand A, struct operand B, float alpha, float beta, float *C,
                              int ldc)
{
    __shared__ float As[2][TILE][TILE], Bs[2][TILE][TILE];
    const int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    const int row = (int)blockIdx.y * TILE + ty, col = (int)blockIdx.x * TILE + tx;
    const int k_tiles = ceil_div(A.cols, TILE);
    float acc = 0;
    fetch(&As[0][ty][tx], A, row, tx);
    fetch(&Bs[0][ty][tx], B, ty, col);
    cp_async_commit_group();
    for (int t = 0; t < k_tiles; t++) {
        const int stage = t % 2, next = (t + 1) % 2, k = (t + 1) * TILE; // of tile t + 1
                                                                         //@stub
        // TODO: tile t is in flight. Which thread waits for it?
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
        //@solution
        cp_async_wait_group(0); // this thread's copies of tile t have landed
        __syncthreads(); // and those of all other threads; no thread reads the other stage any more
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
        //@end
        for (int p = 0; p < TILE; p++)
            acc += As[stage][ty][p] * Bs[stage][p][tx];
    }
    if (row < A.rows && col < B.cols)
        store_scaled(C + row_major(row, col, ldc), alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 grid((unsigned)ceil_div(n, TILE), (unsigned)ceil_div(m, TILE)), block(TILE, TILE);
    const struct operand a = {A, m, k, lda}, b = {B, k, n, ldb};
    kernel<<<grid, block>>>(a, b, alpha, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant fetch_above_barrier
// fails: D
// because: a fast warp fills the stage that a slow one still reads
//@1
        cp_async_wait_group(0);
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
        __syncthreads();
//@end

//@mutant no_wait
// fails: R, D
// because: a barrier waits for threads, not for copies
//@1
        __syncthreads();
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
//@end

//@mutant same_tile_again
// fails: R
// because: the copies start at tile t, which is here already
//@1
        cp_async_wait_group(0);
        __syncthreads();
        fetch(&As[next][ty][tx], A, row, t * TILE + tx);
        fetch(&Bs[next][ty][tx], B, t * TILE + ty, col);
        cp_async_commit_group();
//@end

//@mutant wait_after_barrier
// fails: R, D
// because: a thread that passes the barrier has not yet waited, and other threads read what
//   it copies
//@1
        __syncthreads();
        cp_async_wait_group(0);
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
//@end

//@mutant wait_for_all_but_one
// fails: R, D
// because: one group is in flight, and the wait allows one: nothing is waited for
//@1
        cp_async_wait_group(1);
        __syncthreads();
        fetch(&As[next][ty][tx], A, row, k + tx);
        fetch(&Bs[next][ty][tx], B, k + ty, col);
        cp_async_commit_group();
//@end

#endif
