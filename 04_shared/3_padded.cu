// SPDX-License-Identifier: MIT
//
// 3_padded: rows of As are one word longer than the number of banks.
//
// What changed: As has 33 words in a row instead of 32; the last one is never used. One character.
//
// Why: the word As[p][y] is in bank (33 p + y) mod 32 = (p + y) mod 32. The lanes of a warp
// store at 32 neighbouring p and the same y: 32 different banks, all at once. In the loop all lanes
// read the same word of As, which was free before and still is.
//
// Expect: no bank conflicts. Price: 4 x 128 bytes of shared memory that hold nothing.
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "../common/device/predicate.h"
#include "parts/launch.h"
#include "shared.h"

enum { BM = SHARED_BM, BN = SHARED_BN, BK = SHARED_BK };

__global__ void sgemm_padded(int m, int n, int k, float alpha, const float *A, int lda,
                             const float *B, int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[BK][BM + 1]; // one word more than there are banks
    __shared__ float Bs[BK][BN];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y;
    const int col = blockIdx.x * BN + x;

    for (int p = x; p < k; p += BN)
        As[p][y] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads(); // both panels are complete

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[p][y] * Bs[p][x];
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void shared_padded(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                   int ldb, float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    launch_slices(sgemm_padded, BK, 0, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
