// SPDX-License-Identifier: MIT
//
// 1_uncoalesced: one thread computes one element of C.
//
// What changed from the CPU's triple loop: the loops over i and j are gone. Each of the m x n
// elements has its own thread, and each thread runs the loop over p. The threads are started
// in blocks of 16 x 16; the grid of blocks covers C, and the last blocks overhang its edges.
//
// The 32 lanes of a warp are neighbours in threadIdx.x, which here counts rows: lanes 0 to 15 are
// one below the other in C. At each p they need 16 elements of A from 16 rows, in 16 different
// sectors (of 32 bytes, the least that memory delivers), and use 4 bytes of each.
#include "../common/device/cuda_check.h"
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "naive.h"

__global__ void sgemm_uncoalesced(int m, int n, int k, float alpha, const float *A, int lda,
                                  const float *B, int ldb, float beta, float *C, int ldc)
{
    const int row = blockIdx.y * NAIVE_BLOCK + threadIdx.x;
    const int col = blockIdx.x * NAIVE_BLOCK + threadIdx.y;
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void naive_uncoalesced(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                       int ldb, float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    // One launch, unless C is taller than a grid can be.
    for (; m > 0 && n > 0; m -= NAIVE_MAX_ROWS) {
        const int rows = m < NAIVE_MAX_ROWS ? m : NAIVE_MAX_ROWS;
        const dim3 block(NAIVE_BLOCK, NAIVE_BLOCK);
        const dim3 grid(ceil_div(n, NAIVE_BLOCK), ceil_div(rows, NAIVE_BLOCK));
        sgemm_uncoalesced<<<grid, block>>>(rows, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        CUDA_CHECK_LAUNCH();
        A += row_major(rows, 0, lda);
        C += row_major(rows, 0, ldc);
    }
}
