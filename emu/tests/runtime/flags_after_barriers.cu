// SPDX-License-Identifier: MIT
//
// flags_after_barriers.cu: a thread publishes what other warps of its block have written, after
// barriers that only some warps pass, or in other numbers. Nothing may be reported.
#include "../headers/check.h"

__device__ void named_barrier(int id, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

__device__ void publish(volatile int *flag)
{
    __threadfence();
    *flag = 1;
}

// Warps 2 and 3 pass no barrier.
__device__ void two_warps(int *data, volatile int *flag)
{
    if (threadIdx.x >= 64)
        return;
    if (threadIdx.x < 32)
        data[threadIdx.x] = (int)threadIdx.x;
    named_barrier(1, 64);
    if (threadIdx.x == 32)
        publish(flag);
}

// Warps 0 and 1 have passed more barriers than the others.
__device__ void more_barriers(int *data, volatile int *flag)
{
    for (int i = 0; i < 5 && threadIdx.x < 64; i++)
        named_barrier(1, 64);
    if (threadIdx.x < 32)
        data[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 96)
        publish(flag);
}

// Each lane fences, and another one writes the flag.
__device__ void lanes_fence(int *data, volatile int *flag)
{
    __syncthreads();
    if (threadIdx.x >= 32)
        return;
    data[threadIdx.x] = (int)threadIdx.x;
    __threadfence();
    __syncwarp();
    if (threadIdx.x == 7)
        *flag = 1;
}

// More barriers than the engine counts.
__device__ void many_barriers(int *data, volatile int *flag)
{
    for (int i = 0; i < 66000; i++)
        __syncthreads();
    if (threadIdx.x < 32)
        data[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 32)
        publish(flag);
}

// The fence is older than the last barriers.
__device__ void fence_long_ago(int *data, volatile int *flag)
{
    if (threadIdx.x < 32)
        data[threadIdx.x] = (int)threadIdx.x;
    __threadfence();
    for (int i = 0; i < 9; i++)
        __syncthreads();
    if (threadIdx.x == 64)
        *flag = 1;
}

__global__ void exchange(int kind, int *data, volatile int *flag, int *sum)
{
    if (blockIdx.x == 0) {
        switch (kind) {
        case 0: two_warps(data, flag); break;
        case 1: more_barriers(data, flag); break;
        case 2: lanes_fence(data, flag); break;
        case 3: many_barriers(data, flag); break;
        default: fence_long_ago(data, flag);
        }
        return;
    }
    if (threadIdx.x > 0)
        return;
    while (*flag == 0) {
    }
    __threadfence();
    int s = 0;
    for (int i = 0; i < 32; i++)
        s += data[i];
    *sum = s;
}

int main()
{
    int *memory, sum;
    cudaMalloc(&memory, 34 * sizeof(int));
    for (int kind = 0; kind < 5; kind++) {
        cudaMemset(memory, 0, 34 * sizeof(int));
        exchange<<<2, 128>>>(kind, memory, memory + 32, memory + 33);
        cudaMemcpy(&sum, memory + 33, sizeof sum, cudaMemcpyDeviceToHost);
        HOST_CHECK(sum == 31 * 32 / 2);
    }
    cudaFree(memory);
    return check_result();
}
