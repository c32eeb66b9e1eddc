// SPDX-License-Identifier: MIT
// title: Two buffers, one barrier
// lesson: library_speed.md#7-fetch-ahead
// minutes: 15
// form: sgemm
// sizes: 64 64 128; 37 41 75; 33 65 1; 1 1 1; ? ? ?
// check: R
// check: D
// check: C barriers <= 32 * ceil(m, 32) * ceil(n, 32) * (ceil(k, 32) + 1)
// stub: C barriers
// hint: What does the second barrier protect? Would it be needed if the next slice went to other
//   memory?
// hint: Section 7, "Why one barrier is enough". The counter is barriers, one for each warp: 32
//   for a block of 1024 threads.
// hint: As[2][BM][BK], Bs[2][BK][BN]; stage = p0 / BK % 2; store into As[stage] and Bs[stage];
//   one __syncthreads(); multiply from them.
// why: After the barrier of a round, all threads have stored this round's slice, so all have
//   finished the round before. The stage that was used then is filled next, after this barrier.
//   With a single buffer the same store would overwrite what a slow warp still reads. The cost is
//   twice the shared memory. The gain: half of the barriers, and a warp may run ahead by a round.
//
// The kernel of step 1: a slice of A and B in shared memory, and two barriers for each: one until
// it is complete, one until no thread needs it any more.
//
// Take two pairs of tiles (stages) and alternate: then one barrier for each slice is enough. Remove
// the other. Checked: C is right, no race, and half of the barriers.

#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"
#include "learn/exercise.h"

enum { BM = 32, BN = 32, BK = 32 };

static __global__ void double_buffer(int m, int n, int k, float alpha, const float *A, int lda,
                                     const float *B, int ldb, float beta, float *C, int ldc)
{
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y, col = blockIdx.x * BN + x;
    float acc = 0;
    //@stub
    __shared__ float As[BM][BK], Bs[BK][BN]; // TODO: two of each
    for (int p0 = 0; p0 < k; p0 += BK) {
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads(); // both tiles are complete
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads(); // no thread needs them any more
    }
    //@solution
    __shared__ float As[2][BM][BK], Bs[2][BK][BN];
    for (int p0 = 0; p0 < k; p0 += BK) {
        const int stage = p0 / BK % 2;
        As[stage][y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[stage][y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads(); // this stage is complete, and the other one is free
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
    }
    //@end
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 grid(ceil_div(n, BN), ceil_div(m, BM)), block(BN, BM);
    double_buffer<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant both_barriers
// fails: C barriers
// because: two stages, and still both barriers: nothing is gained
//@from
        __syncthreads(); // this stage is complete, and the other one is free
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
//@to
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
        __syncthreads();
//@end

//@mutant no_barrier
// fails: R, D
// because: two stages do not replace the first barrier: other threads have not stored yet
//@from
        __syncthreads(); // this stage is complete, and the other one is free
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
//@to
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
        __syncthreads();
//@end

//@mutant one_stage
// fails: R, D
// because: two stages, but always the first is used: it is overwritten while other threads read it
//@1
    __shared__ float As[2][BM][BK], Bs[2][BK][BN];
    for (int p0 = 0; p0 < k; p0 += BK) {
        const int stage = 0;
        As[stage][y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[stage][y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
    }
//@end

//@mutant shared_stage
// fails: D
// because: the number of the stage is in shared memory: all threads write it, in no order
//@1
    __shared__ float As[2][BM][BK], Bs[2][BK][BN];
    __shared__ int number;
    for (int p0 = 0; p0 < k; p0 += BK) {
        number = p0 / BK % 2;
        const int stage = number;
        As[stage][y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[stage][y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
    }
//@end

//@mutant whole_slices_only
// fails: R
// because: the last slice of K, which is not whole, is left out
//@1
    __shared__ float As[2][BM][BK], Bs[2][BK][BN];
    for (int p0 = 0; p0 + BK <= k; p0 += BK) {
        const int stage = p0 / BK % 2;
        As[stage][y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[stage][y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
    }
//@end

#endif
