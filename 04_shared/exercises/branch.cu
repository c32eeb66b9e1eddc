// SPDX-License-Identifier: MIT
// title: A barrier in a branch
// lesson: README.md#what-a-missing-barrier-does
// minutes: 10
// form: sgemm
// sizes: 64 64 64; 37 41 29; 33 65 97; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: m = 37: rows 37 to 63 of the second row of blocks do not exist. What do their threads do
//   here, and which threads need the words that they should fetch?
// hint: Section "The code", "There is no early return". The diagnosis names the threads that do
//   not reach the barrier, and what they do instead.
// hint: Take the whole body out of the if: load_or_zero(..., row < m) for A, load_or_zero(..., col
//   < n) for B. Only the store keeps if (row < m && col < n).
// why: __syncthreads() waits for all threads of the block. A thread that left, or is in the other
//   branch, does not arrive: the result is undefined, and a GPU hangs or continues silently. And a
//   thread outside of C still has something to do: warp y fetches rows y, y + 32 ... of B for all
//   threads. So guard the loads and the store, never a barrier.
//
// In chapter 02 a thread outside of C had nothing to do. Here the same guard is around the whole
// kernel, barrier included. For 64 x 64 the kernel is right. For 37 x 41 some threads never reach
// the barrier, and the other threads wait for words that these should fetch.
//
// Repair it: every thread must reach the barrier, and only loads and stores are guarded. Checked: C
// is right, every thread of a block reaches the barrier, and no thread leaves a matrix.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"

enum { BM = 32, BN = 32, BK = 128 }; // k <= BK

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[BM][BK], Bs[BK][BN];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y;
    const int col = blockIdx.x * BN + x;

    //@stub
    // TODO: which threads do not reach the barrier?
    if (row < m && col < n) {
        for (int p = x; p < k; p += BN)
            As[y][p] = A[row_major(row, p, lda)];
        for (int p = y; p < k; p += BM)
            Bs[p][x] = B[row_major(p, col, ldb)];
        __syncthreads();

        float acc = 0;
        for (int p = 0; p < k; p++)
            acc += As[y][p] * Bs[p][x];
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
    }
    //@solution
    for (int p = x; p < k; p += BN)
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
    //@end
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const dim3 block(BN, BM);
    const dim3 grid(ceil_div(n, BN), ceil_div(m, BM));
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant last_left_out
// fails: R
// because: all come to the barrier, but the guard of the store leaves out the last row and column
//@from
    if (row < m && col < n)
//@to
    if (row < m - 1 && col < n - 1)
//@end

//@mutant no_barrier
// fails: R, D
// because: takes the barrier out altogether
//@from
    __syncthreads();

//@to
//@end

//@mutant outside_fetch_nothing
// fails: R, D
// because: all reach the barrier, but threads outside of C fetch nothing, not even for other threads
//@from
    for (int p = x; p < k; p += BN)
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
//@to
    if (row < m && col < n) {
        for (int p = x; p < k; p += BN)
            As[y][p] = A[row_major(row, p, lda)];
        for (int p = y; p < k; p += BM)
            Bs[p][x] = B[row_major(p, col, ldb)];
    }
//@end

//@mutant return_after_fetching
// fails: D
// because: fetches first and leaves before the barrier: all words come, but not all threads
//@1
    for (int p = x; p < k; p += BN)
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    if (row >= m || col >= n)
        return;
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@end

//@mutant two_barriers
// fails: D
// because: a barrier in each branch: not the same one, even if both are called __syncthreads
//@1
    for (int p = x; p < k; p += BN)
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    float acc = 0;
    if (row < m && col < n) {
        __syncthreads();
        for (int p = 0; p < k; p++)
            acc += As[y][p] * Bs[p][x];
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
    } else {
        __syncthreads();
    }
//@end

#endif
