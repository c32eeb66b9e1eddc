// SPDX-License-Identifier: MIT
//
// 1_k_tiles: a tile of C is a sum of outer products, taken BK at a time.
//
// What changed from chapter 04: K is cut inside the kernel, and the sums stay in registers. Shared
// memory holds BK columns of A and BK rows of B; a block of 32 x 32 threads fetches them, each
// thread one element of each, multiplies them, and continues with the next BK: any K fits.
//
// Two barriers a tile: no thread multiplies before all words are stored, and none overwrites words
// that another still needs. Elements outside A and B are 0 in shared memory and add nothing, so all
// threads of a block stay together, also those beyond the edge of C.
//
// Expect: each element fetched serves 32 multiply-adds; each of these needs two shared loads.
#include "../common/device/cuda_check.h"
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "../common/device/predicate.h"
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
    sgemm_k_tiles(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                  int ldb, float beta, float *C, int ldc)
{
    c_tile(blockIdx.y * BM, blockIdx.x * BN, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

void outer_k_tiles(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                   int ldb, float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    // One launch, unless C is taller than a grid.
    const int max_rows = OUTER_MAX_GRID * BM;
    for (; m > 0 && n > 0; m -= max_rows) {
        const int rows = m < max_rows ? m : max_rows;
        const dim3 block(BN, BM);
        const dim3 grid(ceil_div(n, BN), ceil_div(rows, BM));
        sgemm_k_tiles<<<grid, block>>>(rows, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        CUDA_CHECK_LAUNCH();
        A += row_major(rows, 0, lda);
        C += row_major(rows, 0, ldc);
    }
}

const struct tiles outer_k_tiles_sizes = {
    .bm = BM, .bn = BN, .bk = BK, .wm = 1, .wn = 32, .tm = 1, .tn = 1, .threads = THREADS};
