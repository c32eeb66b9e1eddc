// SPDX-License-Identifier: MIT
//
// launch.h: the kernels of a step that takes its matrices in float4s (5_vectorized and later), and
// its launcher. It has no include guard: a step defines c_tile(), which computes one tile of C, and
//
//     KERNEL             the kernel for matrices of whole float4s
//     KERNEL_UNALIGNED   the one for all other matrices
//     LAUNCHER           the function in outer.h
//     BM, BN, THREADS, BLOCKS_PER_SM
//
// The loops over the tiles of C are those of 2_tile2d.
#include "../../common/device/cuda_check.h"
#include "../../common/device/gemm/vectors.h"
#include "grid.h"

static __device__ __forceinline__ void c_tiles(int m, int n, int k, float alpha, const float *A,
                                               int lda, const float *B, int ldb, float beta,
                                               float *C, int ldc, bool aligned)
{
    for (int down = blockIdx.y; down < ceil_div(m, BM); down += gridDim.y)
        for (int across = blockIdx.x; across < ceil_div(n, BN); across += gridDim.x)
            c_tile(down * BM, across * BN, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, aligned);
}

__global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM)
    KERNEL(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
           float beta, float *C, int ldc)
{
    c_tiles(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, true);
}

__global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM)
    KERNEL_UNALIGNED(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                     int ldb, float beta, float *C, int ldc)
{
    c_tiles(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, false);
}

void LAUNCHER(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    if (m == 0 || n == 0)
        return;
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const dim3 grid = grid_of_tiles(m, n, BM, BN);
    if (rows_are_vectors(A, k, lda, sizeof *A, VECTOR_BYTES) &&
        rows_are_vectors(B, n, ldb, sizeof *B, VECTOR_BYTES) &&
        rows_are_vectors(C, n, ldc, sizeof *C, VECTOR_BYTES))
        KERNEL<<<grid, THREADS>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    else
        KERNEL_UNALIGNED<<<grid, THREADS>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    CUDA_CHECK_LAUNCH();
}
