// SPDX-License-Identifier: MIT
//
// warp.cu: one warp, as p advances: the loads of chapter 02's two steps, the stores of chapter 04's
// three panels. Traced for the moving pictures (mk/moving.mk).
#include <stdio.h>

enum { WARP = 32, K = 16, LD = 32, ROWS = 32 };

// 02/1: a piece of C 16 high and 2 wide.
__global__ void uncoalesced(const float *A, const float *B, float *C)
{
    const int row = threadIdx.x % 16, col = threadIdx.x / 16;
    float acc = 0;
    for (int p = 0; p < K; p++)
        acc += A[row * LD + p] * B[p * LD + col];
    C[row * LD + col] = acc;
}

// 02/2: 2 high and 16 wide.
__global__ void coalesced(const float *A, const float *B, float *C)
{
    const int row = threadIdx.x / 16, col = threadIdx.x % 16;
    float acc = 0;
    for (int p = 0; p < K; p++)
        acc += A[row * LD + p] * B[p * LD + col];
    C[row * LD + col] = acc;
}

// 04/2: row y of A goes into column y of As: one bank.
__global__ void conflict(const float *A, float *C)
{
    __shared__ float As[WARP][ROWS];
    const int p = threadIdx.x;
    for (int y = 0; y < ROWS; y++)
        As[p][y] = A[y * LD + p];
    __syncwarp();
    C[p] = As[p][p];
}

// 04/3: rows of 33 words.
__global__ void padded(const float *A, float *C)
{
    __shared__ float As[WARP][ROWS + 1];
    const int p = threadIdx.x;
    for (int y = 0; y < ROWS; y++)
        As[p][y] = A[y * LD + p];
    __syncwarp();
    C[p] = As[p][p];
}

// 04/4: column y stands in column y ^ p.
__global__ void swizzled(const float *A, float *C)
{
    __shared__ float As[WARP][ROWS];
    const int p = threadIdx.x;
    for (int y = 0; y < ROWS; y++)
        As[p][y ^ p] = A[y * LD + p];
    __syncwarp();
    C[p] = As[p][p];
}

int main(void)
{
    static float zeros[ROWS * LD];
    float *A, *B, *C;
    cudaMalloc(&A, sizeof(zeros));
    cudaMalloc(&B, sizeof(zeros));
    cudaMalloc(&C, sizeof(zeros));
    cudaMemcpy(A, zeros, sizeof(zeros), cudaMemcpyHostToDevice);
    cudaMemcpy(B, zeros, sizeof(zeros), cudaMemcpyHostToDevice);
    uncoalesced<<<1, WARP>>>(A, B, C);
    coalesced<<<1, WARP>>>(A, B, C);
    conflict<<<1, WARP>>>(A, C);
    padded<<<1, WARP>>>(A, C);
    swizzled<<<1, WARP>>>(A, C);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return error != cudaSuccess;
}
