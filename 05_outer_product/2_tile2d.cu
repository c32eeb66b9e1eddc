// SPDX-License-Identifier: MIT
//
// 2_tile2d: inner product outside, outer product inside.
//
// What changed: two loops run over the tiles of C. A block with a finished tile continues with
// the next, gridDim tiles further. So any grid covers any matrix, and one launch is enough.
//
// C is cut as an inner product does: each tile is a row of tiles of A times a column of tiles of B,
// and needs nothing of the other tiles. Inside, along K, it is cut as an outer product does: each
// step adds a part to the whole tile. The same rule applies at every level below: block, warp
// and thread each cut their part of C first, and run along K inside.
//
// Expect: the traffic and the speed of the last step. The gain is any shape, and the form that all
// later steps have: they change c_tile(), not the loops around it.
#include "../common/device/cuda_check.h"
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "../common/device/predicate.h"
#include "parts/grid.h"
#include "outer.h"

enum { BM = 32, BN = 32, BK = 32 }; // BK = BM = BN: one thread for each element of either tile
enum { THREADS = BM * BN };

// The tile of C whose first element is (row0, col0), by the whole block.
static __device__ __forceinline__ void c_tile(int row0, int col0, int m, int n, int k, float alpha,
                                              const float *A, int lda, const float *B, int ldb,
                                              float beta, float *C, int ldc)
{
    __shared__ float As[BM][BK]; // BK columns of A
    __shared__ float Bs[BK][BN]; // BK rows of B
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = row0 + y, col = col0 + x;

    float acc = 0;
    const int k_tiles = ceil_div(k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        const int p0 = k_tile * BK;
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads(); // both tiles are complete

#pragma unroll
        for (int p = 0; p < BK; p++) // column p of As times row p of Bs: one outer product
            acc += As[y][p] * Bs[p][x];
        __syncthreads(); // no thread needs them any more
    }
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

__global__ void __launch_bounds__(THREADS)
    sgemm_tile2d(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
                 float beta, float *C, int ldc)
{
    for (int down = blockIdx.y; down < ceil_div(m, BM); down += gridDim.y)
        for (int across = blockIdx.x; across < ceil_div(n, BN); across += gridDim.x)
            c_tile(down * BM, across * BN, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void outer_tile2d(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                  int ldb, float beta, float *C, int ldc)
{
    if (m == 0 || n == 0)
        return;
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const dim3 block(BN, BM);
    const dim3 grid = grid_of_tiles(m, n, BM, BN);
    sgemm_tile2d<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

const struct tiles outer_tile2d_sizes = {
    .bm = BM, .bn = BN, .bk = BK, .wm = 1, .wn = 32, .tm = 1, .tn = 1, .threads = THREADS};
