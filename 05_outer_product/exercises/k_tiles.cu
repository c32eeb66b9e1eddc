// SPDX-License-Identifier: MIT
// title: K in slices
// lesson: README.md#1-and-2-tiles-along-k-tiles-of-c
// minutes: 20
// form: sgemm
// sizes: 64 64 64; 37 41 45; 33 65 1; 1 1 1; ? ? ?
// check: R
// check: C global_load_sectors <= 5.5 * (m * ceil(k, 32) + (k + 1) * ceil(m, 32) + m) * ceil(n, 32)
// stub: C global_load_sectors
// hint: All 32 threads of a row of the block need the same row of A. Which thread could
//   fetch it for all?
// hint: Chapter 04, section "The finale", the code and the two points below it: why two barriers,
//   and what does a slice contain beyond the end of the matrix? The counter is global_load_sectors.
// hint: for each p0: As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x
//   < k); the same for Bs; __syncthreads(); acc += As[y][p] * Bs[p][x] for p < BK; __syncthreads();
// why: Each element of A and B is fetched once for a block and used by 32 threads: 1/32 of the
//   loads, in whole rows of 32 neighbours. Shared memory holds a slice of K at a time, 8 KiB, for
//   any k. After the first barrier the slice is complete, after the second no thread needs it any
//   more. Zeros beyond the edges keep all threads together: a barrier needs every thread.
//
// A block of 32 x 32 threads computes a tile of C, one element a thread. Each thread fetches its
// row of A and its column of B from global memory by itself, so each element is fetched 32 times.
//
// Let the block fetch them together: BK = 32 columns of A and 32 rows of B at a time into shared
// memory, As and Bs, one element of each by each thread; multiply these; then the next 32. Elements
// outside are 0. Checked: C is right at every size, and global_load_sectors falls to what tiles
// need: from 40,960 to about 2,000 at 64 x 64 x 64.

#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"
#include "learn/exercise.h"

enum { BM = 32, BN = 32, BK = 32 };

static __global__ void k_tiles(int m, int n, int k, float alpha, const float *A, int lda,
                               const float *B, int ldb, float beta, float *C, int ldc)
{
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y, col = blockIdx.x * BN + x;
    float acc = 0;
    //@stub
    // TODO: __shared__ float As[BM][BK], Bs[BK][BN]; and a loop over slices of BK
    for (int p = 0; p < k && row < m && col < n; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    //@solution
    __shared__ float As[BM][BK], Bs[BK][BN];
    for (int p0 = 0; p0 < k; p0 += BK) {
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads(); // both tiles are complete
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads(); // no thread needs them any more
    }
    //@end
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    const dim3 grid(ceil_div(n, BN), ceil_div(m, BM)), block(BN, BM);
    k_tiles<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant by_columns
// fails: C global_load_sectors
// because: x counts rows as the tiles are fetched: 32 lanes touch 32 rows, one sector each
//@1
    __shared__ float As[BM][BK], Bs[BK][BN];
    const int a_row = blockIdx.y * BM + x, b_col = blockIdx.x * BN + y;
    for (int p0 = 0; p0 < k; p0 += BK) {
        As[x][y] = load_or_zero(&A[row_major(a_row, p0 + y, lda)], a_row < m && p0 + y < k);
        Bs[x][y] = load_or_zero(&B[row_major(p0 + x, b_col, ldb)], p0 + x < k && b_col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
    }
//@end

//@mutant no_first_barrier
// fails: R
// because: a thread multiplies what another one has not stored yet
//@1
    __shared__ float As[BM][BK], Bs[BK][BN];
    for (int p0 = 0; p0 < k; p0 += BK) {
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
    }
//@end

//@mutant no_second_barrier
// fails: R
// because: a fast warp overwrites the slice that a slow one still reads
//@1
    __shared__ float As[BM][BK], Bs[BK][BN];
    for (int p0 = 0; p0 < k; p0 += BK) {
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
    }
//@end

//@mutant only_a_is_shared
// fails: C global_load_sectors
// because: A comes through shared memory, B still from global memory for each row of the tile anew
//@1
    __shared__ float As[BM][BK];
    for (int p0 = 0; p0 < k; p0 += BK) {
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * load_or_zero(&B[row_major(p0 + p, col, ldb)], p0 + p < k && col < n);
        __syncthreads();
    }
//@end

//@mutant whole_slices_only
// fails: R
// because: the last slice of K, which is not whole, is left out
//@1
    __shared__ float As[BM][BK], Bs[BK][BN];
    for (int p0 = 0; p0 + BK <= k; p0 += BK) {
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
    }
//@end

#endif
