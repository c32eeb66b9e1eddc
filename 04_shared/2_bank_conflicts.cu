// SPDX-License-Identifier: MIT
//
// 2_bank_conflicts: any k, and a panel of A stored in the wrong order.
//
// What changed: (1) the launcher cuts k into slices of 128, and each launch adds its products to C.
// So panels of a fixed depth serve any k, and the loops of the kernel stay the same.
// (2) A's panel is indexed as in the source text, threadIdx.x first: the 32 lanes of a warp store
// one element each in 32 different rows of As. Rows are 32 words long, and there are 32 banks. So
// all lanes need the same bank, and wait for each other.
//
// Expect: 32 wavefronts for each store to As instead of 1; the loads in the loop have no conflicts.
// Global memory delivers the same as before, and C once per slice.
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "../common/device/predicate.h"
#include "parts/launch.h"
#include "shared.h"

enum { BM = SHARED_BM, BN = SHARED_BN, BK = SHARED_BK };

__global__ void sgemm_bank_conflicts(int m, int n, int k, float alpha, const float *A, int lda,
                                     const float *B, int ldb, float beta, float *C, int ldc)
{
    __shared__ float As[BK][BM]; // A's panel, transposed; k <= BK
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

void shared_bank_conflicts(int m, int n, int k, float alpha, const float *A, int lda,
                           const float *B, int ldb, float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    launch_slices(sgemm_bank_conflicts, BK, 0, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
