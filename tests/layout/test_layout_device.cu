// SPDX-License-Identifier: MIT
//
// test_layout_device.cu: layouts in a kernel, and loads from shared memory at any addresses.
#include "../../common/device/cuda_check.h"
#include "data/device.h"

#include "data/fold.h"

// out[t * 8 + v] = value v of A in thread t, in a swizzled tile that holds its own coordinates.
static __global__ void fragments(int *out)
{
    __shared__ int tile[16 * 64];
    const unsigned t = threadIdx.x;
#pragma unroll
    for (unsigned v = 0; v < 8; v++)
        tile[tv_swizzled(fold_swizzle(), fold_fill(), t, v)] = tv_offset(fold_fill(), t, v);
    __syncthreads();
#pragma unroll
    for (unsigned v = 0; v < 8; v++)
        out[t * 8 + v] = tile[tv_swizzled(fold_swizzle(), fold_a_in_tile(), t % 32, v)];
}

void device_fragments(int *h_out)
{
    int *d_out;
    CUDA_CHECK(cudaMalloc((void **)&d_out, 1024 * sizeof *d_out));
    fragments<<<1, 128>>>(d_out);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaMemcpy(h_out, d_out, 1024 * sizeof *d_out, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_out));
}

// Every word is used, so that the compiler keeps the access whole.
static __device__ int sum_of_2(uint2 v) { return (int)(v.x + v.y); }
static __device__ int sum_of_4(uint4 v) { return (int)(v.x + v.y + v.z + v.w); }

// One load or store by a warp from addresses given in bytes, each a multiple of `bytes`.
static __global__ void shared_request(const int *address, int bytes, int lanes, int is_store,
                                      int *sink)
{
    __shared__ uint4 memory[SHARED_BYTES / 16];
    char *at = (char *)memory + address[threadIdx.x];
    for (int i = (int)threadIdx.x; i < SHARED_BYTES / 16; i += 32)
        memory[i] = make_uint4(1, 2, 3, 4);
    __syncwarp();
    int got = 0;
    if ((int)threadIdx.x < lanes) {
        if (is_store)
            switch (bytes) {
            case 1: *(volatile char *)at = 1; break;
            case 2: *(volatile short *)at = 1; break;
            case 4: *(volatile int *)at = 1; break;
            case 8: *(uint2 *)at = make_uint2(1, 2); break;
            default: *(uint4 *)at = make_uint4(1, 2, 3, 4); break;
            }
        else
            switch (bytes) {
            case 1: got = *(volatile char *)at; break;
            case 2: got = *(volatile short *)at; break;
            case 4: got = *(volatile int *)at; break;
            case 8: got = sum_of_2(*(uint2 *)at); break;
            default: got = sum_of_4(*(uint4 *)at); break;
            }
    }
    if (sink)
        sink[threadIdx.x] = got;
}

void device_request(const int *h_address, int bytes, int lanes, bool is_store)
{
    int *d_address;
    CUDA_CHECK(cudaMalloc((void **)&d_address, 32 * sizeof *d_address));
    CUDA_CHECK(cudaMemcpy(d_address, h_address, 32 * sizeof *d_address, cudaMemcpyHostToDevice));
    shared_request<<<1, 32>>>(d_address, bytes, lanes, is_store, d_address);
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaFree(d_address));
}
