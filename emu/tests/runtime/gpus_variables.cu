// expect: ok
// SPDX-License-Identifier: MIT
//
// Each GPU has its own __device__ and __constant__ variables. Managed ones are shared.
#include "../headers/check.h"
#include <stdlib.h>

#define CUDA(call) HOST_CHECK((call) == cudaSuccess)

__device__ int counter = 5;
__device__ int table[1000];
__constant__ int scale = 2;
__managed__ int shared_sum;

__global__ void work(int by)
{
    atomicAdd(&counter, by * scale);
    table[threadIdx.x] = by;
    if (threadIdx.x == 0)
        shared_sum += by;
}

// Waits with its own counter, while the other GPU changes its own.
__global__ void keep(volatile int *go, int *result)
{
    const int before = counter;
    counter = 1000;
    while (*go == 0)
        ;
    *result = counter - before;
}

__global__ void change(volatile int *go)
{
    counter = 7;
    __threadfence_system();
    *go = 1;
}

int main()
{
    setenv("EMU_GPUS", "2", 0);
    int gpus, value, *go, *result;
    cudaGetDeviceCount(&gpus);
    if (gpus < 2)
        return 0;
    const int three = 3;
    CUDA(cudaSetDevice(1));
    CUDA(cudaMemcpyToSymbol(scale, &three, sizeof three));
    for (int gpu = 0; gpu < 2; gpu++) {
        CUDA(cudaSetDevice(gpu));
        work<<<1, 4>>>(gpu + 1);
        CUDA(cudaDeviceSynchronize());
    }
    HOST_CHECK(shared_sum == 3);
    for (int gpu = 0; gpu < 2; gpu++) {
        CUDA(cudaSetDevice(gpu));
        CUDA(cudaMemcpyFromSymbol(&value, counter, sizeof value));
        HOST_CHECK(value == (gpu == 0 ? 5 + 4 * 1 * 2 : 5 + 4 * 2 * 3));
        CUDA(cudaMemcpyFromSymbol(&value, table, sizeof value, 2 * sizeof value));
        HOST_CHECK(value == gpu + 1);
        void *address;
        CUDA(cudaGetSymbolAddress(&address, counter));
        CUDA(cudaMemset(address, 0, sizeof value));
    }
    CUDA(cudaSetDevice(1));
    CUDA(cudaDeviceEnablePeerAccess(0, 0));
    CUDA(cudaSetDevice(0));
    CUDA(cudaMalloc(&go, sizeof *go));
    CUDA(cudaMalloc(&result, sizeof *result));
    CUDA(cudaMemset(go, 0, sizeof *go));
    CUDA(cudaDeviceSynchronize());
    keep<<<1, 1>>>(go, result);
    CUDA(cudaSetDevice(1));
    change<<<1, 1>>>(go);
    CUDA(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    HOST_CHECK(value == 7);
    CUDA(cudaSetDevice(0));
    CUDA(cudaMemcpy(&value, result, sizeof value, cudaMemcpyDeviceToHost));
    HOST_CHECK(value == 1000);
    CUDA(cudaFree(go));
    CUDA(cudaFree(result));
    return check_result();
}
