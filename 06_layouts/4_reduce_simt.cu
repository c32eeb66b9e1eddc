// SPDX-License-Identifier: MIT
//
// 4_reduce_simt: the sum of the squares of a matrix of doubles, one thread for each element.
//
// The plain way: each thread squares its element and adds it to the result, which is one address
// for all. An addition must wait for the one before, from any thread: the additions of the whole
// GPU form one queue, at the L2 cache.
//
// Expect: as many atomic additions as elements, and a memory that waits for them nearly all the
// time.
#include "../common/device/cuda_check.h"
#include "../common/device/index.h"
#include "tiles.h"

enum { THREADS = REDUCE_THREADS };

__global__ void reduce_simt(int m, int n, const double *A, int lda, double *result)
{
    const unsigned j = blockIdx.x * THREADS + threadIdx.x; // unsigned: n may be close to 2^31
    if (j >= (unsigned)n)
        return;
    for (int i = blockIdx.y; i < m; i += gridDim.y) {
        const double a = A[row_major(i, (int)j, lda)];
        atomicAdd(result, a * a);
    }
}

void tiles_reduce_simt(int m, int n, const void *A, int lda, void *result)
{
    CUDA_CHECK(cudaMemsetAsync(result, 0, sizeof(double)));
    if (m == 0 || n == 0)
        return;
    const dim3 grid(ceil_div(n, THREADS), m < REDUCE_MAX_ROWS ? m : REDUCE_MAX_ROWS);
    reduce_simt<<<grid, THREADS>>>(m, n, (const double *)A, lda, (double *)result);
    CUDA_CHECK_LAUNCH();
}
