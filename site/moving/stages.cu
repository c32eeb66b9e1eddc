// SPDX-License-Identifier: MIT
//
// stages.cu: four stages of cp.async, and how deep the wait may be: the loop of 05/7, one warp, a
// word a lane. Traced for the moving pictures (mk/moving.mk), with EMU_CHECK=off: the last depth is
// wrong.
#include "common/device/ptx/cp_async.h"

enum { WARP = 32, STAGES = 4, TILES = 10 };

static __device__ __forceinline__ void copy(float *stage, const float *A, int tile)
{
    if (tile < TILES)
        cp_async_ca_4(&stage[threadIdx.x], &A[tile * WARP + threadIdx.x], 4);
    cp_async_commit_group(); // an empty one past the end: the count stays right
}

#define KERNEL(name, depth) \
    __global__ void name(const float *A, float *C) \
    { \
        __shared__ float stages[STAGES][WARP]; \
        float sum = 0; \
        for (int tile = 0; tile < STAGES - 1; tile++) \
            copy(stages[tile], A, tile); \
        for (int tile = 0; tile < TILES; tile++) { \
            cp_async_wait_group(depth); \
            __syncthreads(); \
            copy(stages[(tile + STAGES - 1) % STAGES], A, tile + STAGES - 1); \
            sum += stages[tile % STAGES][threadIdx.x]; \
        } \
        C[threadIdx.x] = sum; \
    }

KERNEL(wait_0, 0)
KERNEL(wait_1, 1)
KERNEL(wait_2, 2)
KERNEL(wait_3, 3)

int main(void)
{
    static float zeros[TILES * WARP];
    float *A, *C;
    cudaMalloc(&A, sizeof(zeros));
    cudaMalloc(&C, sizeof(zeros));
    cudaMemcpy(A, zeros, sizeof(zeros), cudaMemcpyHostToDevice);
    wait_0<<<1, WARP>>>(A, C);
    wait_1<<<1, WARP>>>(A, C);
    wait_2<<<1, WARP>>>(A, C);
    wait_3<<<1, WARP>>>(A, C);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(A);
    cudaFree(C);
    return error != cudaSuccess;
}
