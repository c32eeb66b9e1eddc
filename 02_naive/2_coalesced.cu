// SPDX-License-Identifier: MIT
//
// 2_coalesced: neighbouring threads compute neighbouring columns.
//
// What changed: threadIdx.x counts columns, threadIdx.y rows. Two lines.
//
// Why: the 32 lanes of a warp load together, in sectors of 32 bytes. Lanes 0 to 15 now need 16
// neighbouring elements of a row of B: 2 sectors. Of A they all need the same one: 1 sector,
// fetched once and handed to each. Lanes 16 to 31 do the same one row further down.
//
// Expect: 4 sectors per warp for each p instead of 17, and several times the speed.
#include "../common/device/cuda_check.h"
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "naive.h"

__global__ void sgemm_coalesced(int m, int n, int k, float alpha, const float *A, int lda,
                                const float *B, int ldb, float beta, float *C, int ldc)
{
    const int row = blockIdx.y * NAIVE_BLOCK + threadIdx.y;
    const int col = blockIdx.x * NAIVE_BLOCK + threadIdx.x;
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void naive_coalesced(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                     int ldb, float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    // One launch, unless C is taller than a grid can be.
    for (; m > 0 && n > 0; m -= NAIVE_MAX_ROWS) {
        const int rows = m < NAIVE_MAX_ROWS ? m : NAIVE_MAX_ROWS;
        const dim3 block(NAIVE_BLOCK, NAIVE_BLOCK);
        const dim3 grid(ceil_div(n, NAIVE_BLOCK), ceil_div(rows, NAIVE_BLOCK));
        sgemm_coalesced<<<grid, block>>>(rows, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        CUDA_CHECK_LAUNCH();
        A += row_major(rows, 0, lda);
        C += row_major(rows, 0, ldc);
    }
}
