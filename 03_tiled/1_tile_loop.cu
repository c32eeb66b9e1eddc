// SPDX-License-Identifier: MIT
//
// 1_tile_loop: a block computes several tiles of C, one after the other.
//
// What changed from 02_naive/2_coalesced: two loops around the kernel, over the tiles of 16 x 16
// elements. A block starts with its own tile number and advances in strides of the grid: down
// by gridDim.y tiles, to the right by gridDim.x. A thread outside C skips that tile and stays for
// the next. The launcher has no loop any more: one launch covers any C.
//
// Why: the grid does not depend on m and n. Here it is 8 x 132 blocks for every matrix, or fewer
// if C has fewer tiles.
//
// Expect: exactly the sectors of 2_coalesced. On a GPU it is a little slower: the loop keeps
// registers that loads would need.
#include "../common/device/cuda_check.h"
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "tiled.h"

__global__ void sgemm_tile_loop(int m, int n, int k, float alpha, const float *A, int lda,
                                const float *B, int ldb, float beta, float *C, int ldc)
{
    const int tile_rows = ceil_div(m, TILED_BLOCK), tile_cols = ceil_div(n, TILED_BLOCK);
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
            const int row = tile_row * TILED_BLOCK + threadIdx.y;
            const int col = tile_col * TILED_BLOCK + threadIdx.x;
            if (row >= m || col >= n)
                continue;

            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
            store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
        }
}

void tiled_tile_loop_in(int grid_x, int grid_y, int m, int n, int k, float alpha, const float *A,
                        int lda, const float *B, int ldb, float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    if (m == 0 || n == 0)
        return;
    const dim3 block(TILED_BLOCK, TILED_BLOCK);
    const dim3 grid(grid_x, grid_y);
    sgemm_tile_loop<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

void tiled_tile_loop(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                     int ldb, float beta, float *C, int ldc)
{
    const int tile_rows = ceil_div(m, TILED_BLOCK), tile_cols = ceil_div(n, TILED_BLOCK);
    const int grid_x = tile_cols < TILED_GRID_X ? tile_cols : TILED_GRID_X;
    const int grid_y = tile_rows < TILED_GRID_Y ? tile_rows : TILED_GRID_Y;
    tiled_tile_loop_in(grid_x, grid_y, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
