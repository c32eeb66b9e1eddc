// SPDX-License-Identifier: MIT
// title: Both barriers
// lesson: README.md#what-a-missing-barrier-does
// minutes: 15
// form: sgemm
// sizes: 64 64 64; 37 41 29; 33 65 97; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: A word of Bs is stored by one thread and read by 32. When may they read it? And when may
//   the next slice overwrite it?
// hint: Sections "What a missing barrier does" and "The finale", which has this loop. The diagnosis
//   names two lines, a write and a read: what must be between them?
// hint: One __syncthreads() after the two stores, before the loop over p; another one after that
//   loop, before the next turn stores.
// why: After the first barrier everything is stored, after the second all threads have read it.
//   Without the second, a fast warp stores the next slice while a slow one still multiplies with
//   this one. All threads of the block reach both barriers, at the edges of C, too. Chapter 05 has
//   the same loop, and shows how two buffers save one of the two.
//
// The panels of the chapter are as deep as k. Here only 32 columns of A and 32 rows of B are in
// shared memory at a time, and the loop over slices is in the kernel, with the sum in a register. k
// may have any value. But no thread waits for another one: add the barriers.
//
// Checked: C is right, and there is no race. A race may leave C right in one run; it is reported
// all the same, with both lines and both threads.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"

enum { BM = 32, BN = 32, BK = 32 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[BM][BK], Bs[BK][BN]; // one slice of the panels
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y;
    const int col = blockIdx.x * BN + x;

    float acc = 0;
    for (int p0 = 0; p0 < k; p0 += BK) {
        //@stub
        // TODO: which threads must wait here, for which, and where?
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        //@solution
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads(); // all of this slice is there
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads(); // all have read it: the next one may overwrite it
        //@end
    }
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

//@mutant each_stores_all
// fails: D
// because: every thread stores the whole row of As that it reads: 32 threads write the same word,
//   the same value
//@1
        for (int p = 0; p < BK; p++)
            As[y][p] = load_or_zero(&A[row_major(row, p0 + p, lda)], row < m && p0 + p < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
//@end

//@mutant first_only
// fails: R, D
// because: no barrier after the loop: a fast warp overwrites what a slow one still reads
//@1
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
//@end

//@mutant of_a_warp
// fails: R, D
// because: __syncwarp waits for one warp only; the words of Bs come from all warps
//@1
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncwarp();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncwarp();
//@end

//@mutant second_only
// fails: R, D
// because: no barrier before the loop: reads words that are not stored yet
//@1
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
//@end

//@mutant sum_cleared
// fails: R
// because: begins the sum again after the first slice
//@1
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
        if (p0 == 0)
            acc = 0;
//@end

#endif
