// SPDX-License-Identifier: MIT
// title: Zeros at the edge
// lesson: README.md#the-code
// minutes: 10
// form: sgemm
// sizes: 64 64 64; 37 41 29; 33 65 97; ? ? ?
// check: R
// check: D
// stub: R, D
// hint: k = 29, and the loop multiplies 32 columns of A with 32 rows of B. What do the last three
//   of each hold?
// hint: Section "The code", under load_or_zero. The diagnosis names a word of As or Bs that nothing
//   has written; at k = 97 the words are written, but by the previous slice.
// hint: Store in every case: As[y][x] = load_or_zero(address, inside), where inside tests the row
//   of A and its column p0 + x < k. The same for Bs.
// why: A word of shared memory that no thread stores keeps its old contents: undefined in the first
//   slice, words of the previous slice later. A zero adds nothing to a sum, so the loop needs no
//   condition. The zeros must be in As and in Bs, because 0 times NaN is NaN. Rows of A below C and
//   columns of B beyond it would only spoil unused elements, but zeros there need no extra
//   condition.
//
// The slices are 32 deep, and the loop always multiplies all 32. If a slice hangs over the end
// of k, or the block over the edge of C, no thread stores, and the words hold what was there
// before. Let every thread store something that adds nothing.
//
// Checked: C is right for every k, no thread leaves a matrix, and no word is read before it was
// written. The verdict names the word.

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
        if (row < m && p0 + x < k)
            As[y][x] = A[row_major(row, p0 + x, lda)];
        if (p0 + y < k && col < n)
            Bs[y][x] = B[row_major(p0 + y, col, ldb)];
        // TODO: and otherwise?
        //@solution
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        //@end
        __syncthreads(); // all of this slice is there
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads(); // all have read it: the next one may overwrite it
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

//@mutant beyond_the_end
// fails: R, D
// because: asks for the row of A and the column of B, not for k: leaves both matrices
//@1
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], col < n);
//@end

//@mutant end_of_k_only
// fails: D
// because: zeros at the end of k, nothing at the edges of C: words are read that were never written, for
//   elements that are not stored
//@1
        if (p0 + x >= k)
            As[y][x] = 0;
        else if (row < m)
            As[y][x] = A[row_major(row, p0 + x, lda)];
        if (p0 + y >= k)
            Bs[y][x] = 0;
        else if (col < n)
            Bs[y][x] = B[row_major(p0 + y, col, ldb)];
//@end

//@mutant last_again
// fails: R
// because: takes the last column and row once more instead of a zero: their product is added
//   several times
//@1
        As[y][x] = load_or_zero(&A[row_major(row, smaller(p0 + x, k - 1), lda)], row < m);
        Bs[y][x] = load_or_zero(&B[row_major(smaller(p0 + y, k - 1), col, ldb)], col < n);
//@end

//@mutant one_of_two
// fails: R, D
// because: zeros in As alone, since 0 times anything is 0: not times NaN, and Bs is read unwritten
//@1
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        if (p0 + y < k && col < n)
            Bs[y][x] = B[row_major(p0 + y, col, ldb)];
//@end

#endif
