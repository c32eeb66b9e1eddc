// SPDX-License-Identifier: MIT
// title: A swizzle, in the same bytes
// lesson: README.md#two-cures
// minutes: 15
// form: sgemm
// sizes: 64 64 64; 37 41 29; 33 65 97; ? ? ?
// check: R
// check: C shared_store_wavefronts <= ceil(m, 32) * ceil(n, 32) * (40 * ceil(k, 32) + k)
// stub: C shared_store_wavefronts
// hint: The word As[p][y] may be anywhere in row p, if the threads that store it and those that
//   read it agree. Where must it be so that 32 neighbouring p use 32 banks?
// hint: Section "Two cures", 4_swizzled. XOR with a fixed number is a permutation of 0 to 31: of
//   the columns of a row, and of the rows for a column.
// hint: Column y ^ (p % 32) instead of y, wherever As is indexed: once where it is stored, once
//   where it is read.
// why: In row p the words are in the order y ^ (p % 32): each word has its own place, so nothing is
//   lost. For one y and 32 neighbouring p the banks are all different, so no lane waits. In CuTe
//   this is Swizzle<5,0,5>. (y + p) % 32 works, too; XOR keeps groups of 2, 4, 8 ... aligned words
//   together, which wide loads need. If both sides use the same swizzle, it can be slow, but never
//   wrong.
//
// The same bank conflict as in "One more column": the 32 lanes of a warp store to 32 rows of As,
// all in column y. But now the panels fill all of the 48 KiB that a block may have: there is no
// room for one more column. Leave the arrays unchanged, and change the order of the words within
// each row of As.
//
// Checked: C is right, and a store takes one wavefront instead of 32. The verdict shows the
// wavefronts of all stores next to the budget, and the banks as a picture.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"

enum { BM = 32, BN = 32, BK = 192 }; // k <= BK

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    //@stub
    __shared__ float As[BK][BM]; // A's panel, transposed: 24 KiB. Do not change it
    //@solution
    __shared__ float As[BK][BM]; // A's panel, transposed: 24 KiB; row p in the order y ^ p % BM
    //@end
    __shared__ float Bs[BK][BN]; // and 24 KiB
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y;
    const int col = blockIdx.x * BN + x;

    //@stub
    // TODO: in which column of row p should the word of column y be stored?
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p][y] = word;
    }
    //@solution
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p][y ^ p % BM] = word;
    }
    //@end
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    //@stub
    for (int p = 0; p < k; p++)
        acc += As[p][y] * Bs[p][x];
    //@solution
    for (int p = 0; p < k; p++)
        acc += As[p][y ^ p % BM] * Bs[p][x];
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

//@mutant by_x
// fails: R
// because: XOR with x, the lane, instead of p: the same while storing the first chunk, another
//   number while reading
//@2
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p][y ^ x] = word;
    }
//@end
//@3
    for (int p = 0; p < k; p++)
        acc += As[p][y ^ x] * Bs[p][x];
//@end

//@mutant eight_banks
// fails: C shared_store_wavefronts
// because: p % 8: right, and 8 banks only, four lanes for each
//@2
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p][y ^ p % 8] = word;
    }
//@end
//@3
    for (int p = 0; p < k; p++)
        acc += As[p][y ^ p % 8] * Bs[p][x];
//@end

//@mutant padded
// fails: R
// because: pads the rows: the panels no longer fit into 48 KiB, and the kernel is stopped
//@1
    __shared__ float As[BK][BM + 1];
//@end
//@2
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p][y] = word;
    }
//@end
//@3
    for (int p = 0; p < k; p++)
        acc += As[p][y] * Bs[p][x];
//@end

//@mutant row_swizzled
// fails: C shared_store_wavefronts
// because: swizzles which row, not which column: all lanes still want one bank
//@2
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p ^ y][y] = word;
    }
//@end
//@3
    for (int p = 0; p < k; p++)
        acc += As[p ^ y][y] * Bs[p][x];
//@end

//@mutant store_only
// fails: R
// because: swizzled where it is stored, and not where it is read
//@from
        acc += As[p][y ^ p % BM] * Bs[p][x];
//@to
        acc += As[p][y] * Bs[p][x];
//@end

#endif
