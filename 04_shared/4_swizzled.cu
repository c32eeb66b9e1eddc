// SPDX-License-Identifier: MIT
//
// 4_swizzled: no extra word; each row of As keeps its words in its own order.
//
// What changed from 3_padded: rows have 32 words again, and the word of column y of row p is stored
// in column y ^ (p mod 32) (^ is XOR, bit by bit). For one p this is a permutation: every y has its
// place. For one y and 32 neighbouring p it is a permutation, too: every bank once.
//
// In CuTe's words (chapter 06): Swizzle<5,0,5> o (128,32):(32,1). The 5 bits of the row are XORed
// onto the 5 bits of the bank, which are 5 places to their right.
//
// Expect: no bank conflicts and no wasted byte; an XOR for each index instead.
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "../common/device/predicate.h"
#include "parts/launch.h"
#include "shared.h"

enum { BM = SHARED_BM, BN = SHARED_BN, BK = SHARED_BK };

__global__ void sgemm_swizzled(int m, int n, int k, float alpha, const float *A, int lda,
                               const float *B, int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[BK][BM]; // row p holds its words in the order y ^ (p mod 32)
    __shared__ float Bs[BK][BN];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y;
    const int col = blockIdx.x * BN + x;

    for (int p = x; p < k; p += BN)
        As[p][y ^ p % BM] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads(); // both panels are complete

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[p][y ^ p % BM] * Bs[p][x];
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void shared_swizzled(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                     int ldb, float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    launch_slices(sgemm_swizzled, BK, 0, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
