// SPDX-License-Identifier: MIT
//
// 1_panel: the threads of a block fetch together, once, what all of them need.
//
// What changed from chapter 03: a block of 32 x 32 threads needs 32 rows of A and 32 columns of B,
// its panels. It copies both into shared memory, waits until all words are stored (__syncthreads),
// and multiplies from there. One thread fetches what 32 threads fetched before.
//
// The panels are k deep, and an SM has little shared memory: 256 k bytes must fit. More than
// 48 KiB needs a request before the launch, and the limit differs from GPU to GPU.
//
// Expect: 32 times fewer elements from global memory, two shared loads for each multiply-add.
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "../common/device/predicate.h"
#include "parts/launch.h"
#include "shared.h"

enum { BM = SHARED_BM, BN = SHARED_BN };

__global__ void sgemm_panel(int m, int n, int k, float alpha, const float *A, int lda,
                            const float *B, int ldb, float beta, float *C, int ldc)
{
    extern __shared__ float panels[]; // the launch gives its size in bytes
    float *As = panels;               // (BM,k)
    float *Bs = panels + BM * k;      // (k,BN)
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * BM + y;
    const int col = blockIdx.x * BN + x;

    for (int p = x; p < k; p += BN)
        As[y * k + p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p * BN + x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads(); // both panels are complete

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y * k + p] * Bs[p * BN + x];
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void shared_panel(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                  int ldb, float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const size_t bytes = shared_panel_bytes(k);
    if (m > 0 && n > 0)
        shared_panel_allow((const void *)sgemm_panel, bytes);
    // One slice: the panels are as deep as k is.
    launch_slices(sgemm_panel, k > 0 ? k : 1, bytes, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}
