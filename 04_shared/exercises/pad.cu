// SPDX-License-Identifier: MIT
// title: One more column
// lesson: README.md#two-cures
// minutes: 5
// form: sgemm
// sizes: 64 64 64; 37 41 29; 33 65 97; ? ? ?
// check: R
// check: C shared_store_wavefronts <= ceil(m, 32) * ceil(n, 32) * (40 * ceil(k, 32) + k)
// stub: C shared_store_wavefronts
// hint: The lanes of a warp store to As[0][y], As[1][y], As[2][y] ... In which banks are these
//   words, if a row of As has 32 of them?
// hint: Section "Banks", then "Two cures". `make 04 ARGS="--step 2 --heat 2_bank_conflicts.cu:31"`
//   draws the store, a row for each 32 banks.
// hint: With 33 words in a row word As[p][y] is in bank (33 p + y) mod 32 = (p + y) mod 32. One
//   character, where As is declared.
// why: 32 lanes that access a column in rows of 32 words use one bank, and wait for each other: 32
//   wavefronts. With rows of 33 words, the bank changes by one from row to row. Any odd length
//   works; 34 leaves two lanes for each bank. The cost is one word in 33, and rows no longer begin
//   at a multiple of 16 bytes.
//
// The panel of A is transposed in shared memory: As[p][y]. The 32 lanes of a warp store to 32
// different rows p of it, all in column y. A row has 32 words, and there are 32 banks: all lanes
// use the same bank. Make them use different banks, and change only the length of a row.
//
// Checked: C stays right, and a store takes one wavefront instead of 32. The verdict shows the
// wavefronts of all stores next to the budget, and the banks as a picture.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"

enum { BM = 32, BN = 32, BK = 128 }; // k <= BK

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    //@stub
    __shared__ float As[BK][BM]; // A's panel, transposed. TODO: how long should a row be?
    //@solution
    __shared__ float As[BK][BM + 1]; // A's panel, transposed; one word more than there are banks
    //@end
    __shared__ float Bs[BK][BN];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y;
    const int col = blockIdx.x * BN + x;

    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p][y] = word;
    }
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[p][y] * Bs[p][x];
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

//@mutant one_less
// fails: R
// because: 31 words in a row: no conflict, and column 31 is column 0 of the next row
//@1
    __shared__ float words[BK * 31 + 32];
    float(*As)[31] = (float(*)[31])words;
//@end

//@mutant one_more_row
// fails: C shared_store_wavefronts
// because: one row more instead of one word more in each row
//@1
    __shared__ float As[BK + 1][BM];
//@end

//@mutant twice_as_long
// fails: C shared_store_wavefronts
// because: rows of 64 words: twice the memory, and still one bank
//@1
    __shared__ float As[BK][2 * BM];
//@end

//@mutant two_more
// fails: C shared_store_wavefronts
// because: two words more: an even length leaves two lanes for each bank
//@1
    __shared__ float As[BK][BM + 2];
//@end

#endif
