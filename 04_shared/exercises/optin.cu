// SPDX-License-Identifier: MIT
// title: More than 48 KiB
// lesson: README.md#the-limit
// minutes: 10
// form: sgemm
// sizes: 64 64 64; 37 41 300; 33 31 193; ? ? 250
// check: R
// check: D
// stub: R, D
// hint: How many bytes do the panels take at k = 64, and how many at k = 300? How many may a kernel
//   have by default?
// hint: Section "The limit", the table and "On request". The diagnosis names the rejected launch,
//   the size it requested and the size it may have.
// hint: Before the launch: cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize,
//   (int)bytes);
// why: Every kernel may have up to 48 KiB, here k = 192. A larger launch is rejected unless the
//   kernel has been allowed more, up to the GPU's limit (227 KiB on an H200, 64 on a T4). The call
//   sets an attribute of the kernel, not of the launch: it remains until it is changed. It is not
//   the default because shared memory takes its space from the L1 cache.
//
// The panels of this kernel are as deep as k: 256 k bytes of dynamic shared memory, given by the
// third number of the launch. For k = 64 the launch works. From k = 193 on it is rejected, and C is
// never computed.
//
// Request the memory before the launch. Checked: C is right for k up to 300, and no call fails. Do
// not change the kernel.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"
#include "common/device/predicate.h"

enum { BM = 32, BN = 32 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
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
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y * k + p] * Bs[p * BN + x];
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    if (only_scales(alpha, k)) // C = beta C: A and B are not read
        alpha = 0, k = 0;
    const dim3 block(BN, BM);
    const dim3 grid(ceil_div(n, BN), ceil_div(m, BM));
    const size_t bytes = sizeof(float) * (BM + BN) * k;
    //@stub
    // TODO: may the kernel have so many?
    sgemm<<<grid, block, bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    //@solution
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    sgemm<<<grid, block, bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    //@end
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant another_memory
// fails: D
// because: takes memory of the device for the panels, too: that is another memory, and it is
//   never freed
//@1
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    void *room;
    cudaMalloc(&room, bytes);
    sgemm<<<grid, block, bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end

//@mutant asked_afterwards
// fails: R, D
// because: asks after the launch that needs it
//@1
    sgemm<<<grid, block, bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
//@end

//@mutant asked_not_taken
// fails: R, D
// because: asks, and launches without the third number: the kernel may have the memory and does not
//   get it
//@1
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end

//@mutant cut_off
// fails: R
// because: cuts k off where 48 KiB end: the products beyond are missing
//@1
    sgemm<<<grid, block, 48 * 1024>>>(m, n, smaller(k, 192), alpha, A, lda, B, ldb, beta, C, ldc);
//@end

//@mutant elements_for_bytes
// fails: R, D
// because: asks in floats: a quarter of what is needed
//@1
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (BM + BN) * k);
    sgemm<<<grid, block, bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end

//@mutant too_much
// fails: R, D
// because: asks for 256 KiB, to be on the safe side: no GPU gives a block so much, and the call is
//   refused
//@1
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, 256 * 1024);
    sgemm<<<grid, block, bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end

#endif
