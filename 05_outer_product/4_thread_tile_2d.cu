// SPDX-License-Identifier: MIT
//
// 4_thread_tile_2d: a thread computes TM x TN elements: an outer product in registers.
//
// What changed: a thread loads TM elements of a column of As and TN of a row of Bs into registers
// and multiplies each with each: the outer product of a_frag and b_frag. 256 threads own a tile of
// 128 x 128; each fetches several elements of As and Bs from global memory, THREADS apart.
//
// Why: TM + TN = 16 shared loads now serve 64 multiply-adds, 4 for each load instead of 1. A tile
// with twice the side also halves the global traffic. At each level the gain is the area of a tile
// over its sides.
//
// Expect: 4.5 times fewer shared loads for the same work. But all those registers cost occupancy.
#include "../common/device/cuda_check.h"
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "parts/fetch.h"
#include "parts/grid.h"
#include "outer.h"

enum { BM = 128, BN = 128, BK = 8 };
enum { TM = 8, TN = 8 };
enum { WM = 2 * TM, WN = 16 * TN }; // of a warp
enum { THREADS = BM / TM * (BN / TN) };
enum { BLOCKS_PER_SM = 2 }; // leaves a thread 65536 / (2 * 256) = 128 registers
enum { UNROLL = 4 };        // turns of the loop over p that the compiler writes out

// The tile of C whose first element is (row0, col0), by the whole block.
static __device__ __forceinline__ void c_tile(int row0, int col0, int m, int n, int k, float alpha,
                                              const float *A, int lda, const float *B, int ldb,
                                              float beta, float *C, int ldc)
{
    __shared__ float As[BM][BK]; // BK columns of A
    __shared__ float Bs[BK][BN]; // BK rows of B
    const struct operand a = {A, m, k, lda}, b = {B, k, n, ldb};
    const int t = threadIdx.x;
    const int row = t / (BN / TN) * TM, col = t % (BN / TN) * TN; // in the tile: the first element

    float acc[TM][TN] = {{0}};
    const int k_tiles = ceil_div(k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        const int p0 = k_tile * BK;
        fetch_tile(As[0], BM, BK, THREADS, &a, row0, p0);
        fetch_tile(Bs[0], BK, BN, THREADS, &b, p0, col0);
        __syncthreads(); // both tiles are complete

#pragma unroll UNROLL
        for (int p = 0; p < BK; p++) { // column p of As times row p of Bs: one outer product
            float a_frag[TM], b_frag[TN];
            for (int i = 0; i < TM; i++)
                a_frag[i] = As[row + i][p];
            for (int j = 0; j < TN; j++)
                b_frag[j] = Bs[p][col + j];
            for (int i = 0; i < TM; i++)
                for (int j = 0; j < TN; j++)
                    acc[i][j] += a_frag[i] * b_frag[j];
        }
        __syncthreads(); // no thread needs them any more
    }
    for (int i = 0; i < TM; i++)
        for (int j = 0; j < TN; j++)
            if (row0 + row + i < m && col0 + col + j < n)
                store_scaled(&C[row_major(row0 + row + i, col0 + col + j, ldc)], alpha, acc[i][j],
                             beta);
}

__global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM)
    sgemm_thread_tile_2d(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    for (int down = blockIdx.y; down < ceil_div(m, BM); down += gridDim.y)
        for (int across = blockIdx.x; across < ceil_div(n, BN); across += gridDim.x)
            c_tile(down * BM, across * BN, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void outer_thread_tile_2d(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                          int ldb, float beta, float *C, int ldc)
{
    if (m == 0 || n == 0)
        return;
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const dim3 grid = grid_of_tiles(m, n, BM, BN);
    sgemm_thread_tile_2d<<<grid, THREADS>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

const struct tiles outer_thread_tile_2d_sizes = {
    .bm = BM, .bn = BN, .bk = BK, .wm = WM, .wn = WN, .tm = TM, .tn = TN, .threads = THREADS};
