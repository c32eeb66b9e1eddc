// SPDX-License-Identifier: MIT
//
// 3_thread_tile_1d: a thread computes TM elements of C, one below the other.
//
// What changed: each thread has TM sums in registers. An element of B that it has fetched from
// shared memory into a register serves TM multiply-adds before the next one is needed.
//
// Why: step 2 spends its time on two shared loads for each multiply-add. Now there are TM + 1 for
// TM. The tile of C is larger, 64 x 64, which halves the traffic from global memory. Its slices
// of K are thinner, so each thread still fetches one element of each tile.
//
// Expect: half the shared loads, half the global loads, nearly twice the speed.
#include "../common/device/cuda_check.h"
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "parts/fetch.h"
#include "parts/grid.h"
#include "outer.h"

enum { BM = 64, BN = 64, BK = 8 };
enum { TM = 8, TN = 1 };
enum { WM = TM, WN = 32 }; // of a warp
enum { THREADS = BM / TM * (BN / TN) };

// The tile of C whose first element is (row0, col0), by the whole block.
static __device__ __forceinline__ void c_tile(int row0, int col0, int m, int n, int k, float alpha,
                                              const float *A, int lda, const float *B, int ldb,
                                              float beta, float *C, int ldc)
{
    __shared__ float As[BM][BK]; // BK columns of A
    __shared__ float Bs[BK][BN]; // BK rows of B
    const struct operand a = {A, m, k, lda}, b = {B, k, n, ldb};
    const int t = threadIdx.x;
    const int row = t / BN * TM, col = t % BN; // in the tile: the first of the TM elements

    float acc[TM] = {0};
    const int k_tiles = ceil_div(k, BK);
    for (int k_tile = 0; k_tile < k_tiles; k_tile++) {
        const int p0 = k_tile * BK;
        fetch_tile(As[0], BM, BK, THREADS, &a, row0, p0);
        fetch_tile(Bs[0], BK, BN, THREADS, &b, p0, col0);
        __syncthreads(); // both tiles are complete

#pragma unroll
        for (int p = 0; p < BK; p++) { // column p of As times row p of Bs: one outer product
            const float b_frag = Bs[p][col];
            for (int i = 0; i < TM; i++)
                acc[i] += As[row + i][p] * b_frag;
        }
        __syncthreads(); // no thread needs them any more
    }
    for (int i = 0; i < TM; i++)
        if (row0 + row + i < m && col0 + col < n)
            store_scaled(&C[row_major(row0 + row + i, col0 + col, ldc)], alpha, acc[i], beta);
}

__global__ void __launch_bounds__(THREADS)
    sgemm_thread_tile_1d(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    for (int down = blockIdx.y; down < ceil_div(m, BM); down += gridDim.y)
        for (int across = blockIdx.x; across < ceil_div(n, BN); across += gridDim.x)
            c_tile(down * BM, across * BN, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void outer_thread_tile_1d(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                          int ldb, float beta, float *C, int ldc)
{
    if (m == 0 || n == 0)
        return;
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const dim3 grid = grid_of_tiles(m, n, BM, BN);
    sgemm_thread_tile_1d<<<grid, THREADS>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}

const struct tiles outer_thread_tile_1d_sizes = {
    .bm = BM, .bn = BN, .bk = BK, .wm = WM, .wn = WN, .tm = TM, .tn = TN, .threads = THREADS};
