// SPDX-License-Identifier: MIT
//
// 2_wave_grid: as many blocks as this GPU runs at a time, and neighbouring tiles together.
//
// What changed: the grid comes from the GPU: SMs x the blocks that fit an SM, or one block
// for each tile if those are fewer. The grid has one dimension, and one loop runs over the numbers
// of the tiles; parts/order.h maps a number to its place in C. A tile is computed as before. It is
// one step, because an order of tiles shows only in a grid that is one wave.
//
// Why: one wave on every GPU. The tiles of a wave form a roughly square piece of C,
// which takes the fewest rows of A and columns of B: less for L2 to hold, less for DRAM to send.
//
// Expect: the same sectors again, and the speed of 2_coalesced minus a few per cent; far more than
// step 1 if C is flat.
#include "../common/device/cuda_check.h"
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "parts/order.h"
#include "tiled.h"

__global__ void sgemm_wave_grid(int panel, int m, int n, int k, float alpha, const float *A,
                                int lda, const float *B, int ldb, float beta, float *C, int ldc)
{
    const int tile_rows = ceil_div(m, TILED_BLOCK), tile_cols = ceil_div(n, TILED_BLOCK);
    for (int number = blockIdx.x; number < tile_rows * tile_cols; number += gridDim.x) {
        const struct tile tile = tile_in_panels(number, panel, tile_rows, tile_cols);
        const int row = tile.row * TILED_BLOCK + threadIdx.y;
        const int col = tile.col * TILED_BLOCK + threadIdx.x;
        if (row >= m || col >= n)
            continue;

        float acc = 0;
        for (int p = 0; p < k; p++)
            acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
    }
}

void tiled_wave_grid_in(int blocks, int panel, int m, int n, int k, float alpha, const float *A,
                        int lda, const float *B, int ldb, float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    if (m == 0 || n == 0)
        return;
    const dim3 block(TILED_BLOCK, TILED_BLOCK);
    sgemm_wave_grid<<<blocks, block>>>(panel, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

void tiled_wave_grid(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                     int ldb, float beta, float *C, int ldc)
{
    const int tiles = ceil_div(m, TILED_BLOCK) * ceil_div(n, TILED_BLOCK);
    tiled_wave_grid_in(tiled_wave_blocks(tiles), tiled_wave_panel(), m, n, k, alpha, A, lda, B, ldb,
                       beta, C, ldc);
}
