// SPDX-License-Identifier: MIT
// title: A whole program
// lesson: README.md#the-hosts-part
// minutes: 15
// form: program
// sizes: 64 64 64; 37 41 29; 1 1 1; ? ? ?
// check: R
// check: D
// stub: R
// hint: In whose memory are A, B and C, and whose memory does the kernel read and write? What must
//   be copied, in which direction, and when?
// hint: Section "The host's part" has the six calls. A is done: B and C need the same two lines
//   each, C is copied in both directions, and all memory is freed at the end.
// hint: cudaMalloc(&d_B, b_bytes); cudaMemcpy(d_B, B, b_bytes, cudaMemcpyHostToDevice); ...
//   sgemm<<<grid, block>>>(m, n, k, alpha, d_A, lda, ...); cudaMemcpy(C, d_C, c_bytes,
//   cudaMemcpyDeviceToHost);
// why: Every CUDA program has these five parts: allocate, copy in, launch, copy out, free. C is
//   copied in, too, because beta * C is added to it, and because the gaps between its rows are
//   copied back with it. The launch needs no explicit wait: the cudaMemcpy after it begins when the
//   kernel has ended.
//
// Your first CUDA program. The kernel is finished: you do not need to understand it yet. It
// computes C = alpha A B + beta C, but it runs on the GPU (the "device"), and the matrices that
// exercise() receives are in the memory of the PC (the "host"). A pointer belongs to one of the
// two.
//
// So exercise() must
//   1. allocate memory on the device, as large as A, B and C        cudaMalloc
//   2. copy A, B and C there                                        cudaMemcpy, host to device
//   3. start the kernel, with the device's pointers                 sgemm<<<grid, block>>>(...)
//   4. copy C back                                                  cudaMemcpy, device to host
//   5. free what it allocated                                       cudaFree
//
// For A it is done. Do the same for B and C, and start the kernel. Checked: C is right, and all
// memory is freed. The verdict shows the first wrong element of C until step 4 works, and the line
// whose memory is never freed until step 5 works.

#include "learn/exercise.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

enum { BLOCK = 16 };

__global__ void sgemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    const int row = blockIdx.y * BLOCK + threadIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
}

// A, B and C: in the host's memory.
void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    // Rows are lda (ldb, ldc) floats apart, so this is the size of the matrices.
    const size_t a_bytes = sizeof(float) * m * lda;
    const size_t b_bytes = sizeof(float) * k * ldb;
    const size_t c_bytes = sizeof(float) * m * ldc;
    // One thread for each element of C, in blocks of 16 x 16.
    const dim3 block(BLOCK, BLOCK);
    const dim3 grid(ceil_div(n, BLOCK), ceil_div(m, BLOCK));

    //@stub
    float *d_A;
    cudaMalloc(&d_A, a_bytes);
    cudaMemcpy(d_A, A, a_bytes, cudaMemcpyHostToDevice);
    // TODO: the same for B and for C
    // TODO: sgemm<<<grid, block>>>(m, n, k, alpha, d_A, lda, ..., ldb, beta, ..., ldc);
    // TODO: copy C back
    cudaFree(d_A);
    // TODO: free the rest
    //@solution
    float *d_A, *d_B, *d_C;
    cudaMalloc(&d_A, a_bytes);
    cudaMalloc(&d_B, b_bytes);
    cudaMalloc(&d_C, c_bytes);
    cudaMemcpy(d_A, A, a_bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_B, B, b_bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_C, C, c_bytes, cudaMemcpyHostToDevice);
    sgemm<<<grid, block>>>(m, n, k, alpha, d_A, lda, d_B, ldb, beta, d_C, ldc);
    cudaMemcpy(C, d_C, c_bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
    //@end
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant c_not_copied_in
// fails: R, D
// because: C is not copied in: beta times words that were never written, and gaps that come back as something
//   else
//@from
    cudaMemcpy(d_C, C, c_bytes, cudaMemcpyHostToDevice);
//@to
//@end

//@mutant elements_for_bytes
// fails: R
// because: counts in elements where cudaMemcpy counts in bytes: a quarter of C comes back
//@from
    cudaMemcpy(C, d_C, c_bytes, cudaMemcpyDeviceToHost);
//@to
    cudaMemcpy(C, d_C, c_bytes / sizeof(float), cudaMemcpyDeviceToHost);
//@end

//@mutant host_pointers
// fails: R, D
// because: the kernel is given the host's pointers
//@from
    sgemm<<<grid, block>>>(m, n, k, alpha, d_A, lda, d_B, ldb, beta, d_C, ldc);
//@to
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end

//@mutant not_copied_back
// fails: R
// because: C stays on the device: nothing is copied back
//@from
    cudaMemcpy(C, d_C, c_bytes, cudaMemcpyDeviceToHost);
//@to
//@end

//@mutant not_freed
// fails: D
// because: nothing is freed: each call leaves three matrices on the device
//@from
    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
//@to
//@end

#endif
