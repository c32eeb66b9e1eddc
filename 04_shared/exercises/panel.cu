// SPDX-License-Identifier: MIT
// title: Fetch together, once
// lesson: README.md#the-code
// minutes: 20
// form: sgemm
// sizes: 64 64 64; 37 41 29; 33 65 97; ? ? ?
// check: R
// check: C global_load_sectors <= ceil(m, 32) * ceil(n, 32) * (20 * k + 400)
// stub: C global_load_sectors
// hint: How many threads of the block read A(row, p)? And how many must fetch it, if one thread may
//   read what another one has fetched?
// hint: Section "The code": two loops that fetch, a barrier, one that multiplies. `make 04
//   ARGS="--step 1 --lines"` shows the sectors of each line.
// hint: for (int p = x; p < k; p += BN) As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row <
//   m); the same for Bs with p = y; __syncthreads(); then acc += As[y][p] * Bs[p][x].
// why: A block needs 32 rows of A and 32 columns of B: 64 k words for 1,024 k multiply-adds.
//   Fetched once, they are 8 k sectors; fetched by each warp separately, 160 k. Both loops run
//   along rows in memory, so a request is 4 sectors full of useful words. A thread may fetch a word
//   that it does not use. The barrier is between fetching and multiplying, because 31 of the 32
//   threads that use a word have not fetched it.
//
// Each of the 1,024 threads of this block fetches its own row of A and column of B from global
// memory. Let the block fetch its panels, 32 rows of A and 32 columns of B, together and once, into
// shared memory, and multiply from there. The arrays exist already: As for A, Bs for B. k is at
// most 128.
//
// Checked: C is right, even if the block overhangs the edge, and a block loads at most 20 k + 400
// sectors; now it loads about 160 k. The verdict shows both numbers.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"

enum { BM = 32, BN = 32, BK = 128 }; // k <= BK

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[BM][BK]; // A's panel
    __shared__ float Bs[BK][BN]; // B's panel
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y;
    const int col = blockIdx.x * BN + x;

    //@stub
    // TODO: fetch both panels into As and Bs, wait for all threads, and read from there
    float acc = 0;
    if (row < m && col < n)
        for (int p = 0; p < k; p++)
            acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    //@solution
    for (int p = x; p < k; p += BN)
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads(); // both panels are complete

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
    //@end
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
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

//@mutant a_down_columns
// fails: C global_load_sectors
// because: fetches A with x along rows: 32 sectors per request, as in chapter 02's first step
//@1
    const int a_row = blockIdx.y * BM + x;
    for (int p = y; p < k; p += BM)
        As[x][p] = load_or_zero(&A[row_major(a_row, p, lda)], a_row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
//@end

//@mutant a_is_left
// fails: C global_load_sectors
// because: B comes from shared memory, A still from global memory: one sector for each warp and p
//@1
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += load_or_zero(&A[row_major(row, p, lda)], row < m) * Bs[p][x];
//@end

//@mutant each_for_itself
// fails: C global_load_sectors
// because: every thread copies the row and the column that it needs itself, as the source does:
//   nothing is shared
//@1
    for (int p = 0; p < k; p++) {
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    }
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
//@end

//@mutant first_chunk_only
// fails: R
// because: each thread fetches one word of A and one of B: that is a panel for k = 32 only
//@1
    if (x < k)
        As[y][x] = load_or_zero(&A[row_major(row, x, lda)], row < m);
    if (y < k)
        Bs[y][x] = load_or_zero(&B[row_major(y, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
//@end

//@mutant no_barrier
// fails: R
// because: no barrier: reads words that are not fetched yet
//@from
    __syncthreads(); // both panels are complete
//@to
//@end

#endif
