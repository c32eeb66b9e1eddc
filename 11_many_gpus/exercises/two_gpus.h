// SPDX-License-Identifier: MIT
//
// two_gpus.h: code that the exercises share: GPUs, their streams, and a product on one of them.
#ifndef MANY_EXERCISES_TWO_GPUS_H
#define MANY_EXERCISES_TWO_GPUS_H

#include "common/device/cuda_check.h"
#include "common/device/epilogue.h"
#include "common/device/index.h"

// The second GPU, if there is one. (On a machine with one GPU both are the same.)
static inline int second_gpu(void)
{
    int count = 0;
    CUDA_CHECK(cudaGetDeviceCount(&count));
    return count > 1 ? 1 : 0;
}

// Lets kernels of a GPU access the memory of another one.
static inline void reach(int gpu, int peer)
{
    if (gpu == peer)
        return;
    CUDA_CHECK(cudaSetDevice(gpu));
    const cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
    if (error == cudaErrorPeerAccessAlreadyEnabled)
        cudaGetLastError(); // by an earlier call, which is fine
    else
        CUDA_CHECK(error);
    CUDA_CHECK(cudaSetDevice(0));
}

// Memory for rows x cols floats without gaps, on that GPU.
static inline float *floats_on(int gpu, int rows, int cols)
{
    void *p = NULL;
    CUDA_CHECK(cudaSetDevice(gpu));
    CUDA_CHECK(cudaMalloc(&p, (size_t)(rows > 0 ? rows : 1) * (size_t)cols * sizeof(float)));
    CUDA_CHECK(cudaSetDevice(0));
    return (float *)p;
}

// A stream that waits for no other one by itself.
static inline cudaStream_t stream_on(int gpu)
{
    cudaStream_t stream;
    CUDA_CHECK(cudaSetDevice(gpu));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUDA_CHECK(cudaSetDevice(0));
    return stream;
}

// For streams of that GPU to record. Streams of any GPU can wait for it.
static inline cudaEvent_t event_on(int gpu)
{
    cudaEvent_t event;
    CUDA_CHECK(cudaSetDevice(gpu));
    CUDA_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    CUDA_CHECK(cudaSetDevice(0));
    return event;
}

// Copies rows x cols floats in the stream, from one GPU to another or within one; rows of `from`
// are ld apart, rows of `to` have no gaps.
static inline void copy_rows(float *to, const float *from, int rows, int cols, int ld,
                             cudaStream_t stream)
{
    if (rows > 0)
        CUDA_CHECK(cudaMemcpy2DAsync(to, (size_t)cols * sizeof *to, from, (size_t)ld * sizeof *to,
                                     (size_t)cols * sizeof *to, (size_t)rows,
                                     cudaMemcpyDeviceToDevice, stream));
}

// ---- A product on one GPU -----------------------------------------------------------------------

enum { PRODUCT_THREADS = 64 };

// C = alpha A B + beta C; a thread for each element.
static __global__ void product_kernel(int m, int n, int k, float alpha, const float *A, int lda,
                                      const float *B, int ldb, float beta, float *C, int ldc)
{
    const int i = (int)blockIdx.y;
    const int j = (int)blockIdx.x * PRODUCT_THREADS + (int)threadIdx.x;
    float sum = 0;
    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += A[row_major(i, p, lda)] * B[row_major(p, j, ldb)];
    store_scaled(C + row_major(i, j, ldc), alpha, sum, beta);
}

// Launches it in a stream of the GPU, and does not wait.
static inline void product(int gpu, cudaStream_t stream, int m, int n, int k, float alpha,
                           const float *A, int lda, const float *B, int ldb, float beta, float *C,
                           int ldc)
{
    const dim3 grid((unsigned)ceil_div(n, PRODUCT_THREADS), (unsigned)m);
    if (m == 0 || n == 0)
        return;
    CUDA_CHECK(cudaSetDevice(gpu));
    product_kernel<<<grid, PRODUCT_THREADS, 0, stream>>>(m, n, k, alpha, A, lda, B, ldb, beta, C,
                                                         ldc);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaSetDevice(0));
}

#endif
