// SPDX-License-Identifier: MIT
//
// storage.cu: one kernel for every pair of storage formats: it asks two views where an element is,
// and one of them whether it is there at all.
#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "storage.h"

enum { THREADS = 128 };

// Block (b, h, n): pixels of row h of image n; a thread has one channel of one pixel.
__global__ void copy_view(struct tensor_view to, struct tensor_view from)
{
    const int i = blockIdx.x * THREADS + threadIdx.x, channels = to.extent.at[3];
    const struct tuple x = {
        4, {(int)blockIdx.z, (int)blockIdx.y, i / channels, i % channels}}; // (n,h,w,c)
    if (view_contains(to, x))
        *view_at(to, x) = *view_at(from, x);
}

void storage_copy(struct tensor_view to, float *h_to, struct tensor_view from, const float *h_from,
                  size_t count)
{
    const size_t bytes = count * sizeof(float);
    CUDA_CHECK(cudaMalloc((void **)&to.ref.data, bytes));
    CUDA_CHECK(cudaMalloc((void **)&from.ref.data, bytes));
    CUDA_CHECK(cudaMemcpy(from.ref.data, h_from, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(to.ref.data, 0xff, bytes)); // NaN: not yet written
    const int *e = to.extent.at;
    const dim3 grid(ceil_div(e[2] * e[3], THREADS), e[1], e[0]);
    copy_view<<<grid, THREADS>>>(to, from);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(h_to, to.ref.data, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(to.ref.data));
    CUDA_CHECK(cudaFree(from.ref.data));
}
