// SPDX-License-Identifier: MIT
//
// 4_swizzled: no word more, but each row of As in an order of its own.
//
// What changed from 3_padded: rows have 32 words again, and what belongs to column y of row p
// stands in column y ^ (p mod 32) (^ is XOR, bit by bit). For one p that is a permutation: every
// y has its place. For one y and 32 neighbouring p it is a permutation, too: every bank once.
//
// In CuTe's words: Swizzle<5,0,5> over the layout (128,32):(32,1). The 5 bits that say which row
// are XORed onto the 5 bits, 5 places to their right, that say which bank.
//
// Expect: no bank conflicts, no wasted byte; an XOR for each index instead.
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
    __syncthreads(); // all of both panels is there, whoever fetched it

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
