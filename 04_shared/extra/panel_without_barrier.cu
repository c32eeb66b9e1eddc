// SPDX-License-Identifier: MIT
//
// The kernel of 1_panel.cu without its barrier, for one block: a program to run and to learn from,
// not a step. Each element is fetched by one thread and used by 32; no thread waits.
//
//     build/emu/bin/emucc 04_shared/extra/panel_without_barrier.cu -o build/panel_without_barrier
//     build/panel_without_barrier
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCK = 32, K = 64 };

__global__ void panel(float *C, const float *A, const float *B)
{
    __shared__ float As[BLOCK][K], Bs[K][BLOCK];
    const int x = threadIdx.x, y = threadIdx.y;
    for (int p = x; p < K; p += BLOCK)
        As[y][p] = A[y * K + p];
    for (int p = y; p < K; p += BLOCK)
        Bs[p][x] = B[p * BLOCK + x];
    // here a __syncthreads() is missing
    float acc = 0;
    for (int p = 0; p < K; p++)
        acc += As[y][p] * Bs[p][x];
    C[y * BLOCK + x] = acc;
}

int main(void)
{
    float *A, *B, *C;
    cudaMallocManaged(&A, sizeof *A * BLOCK * K);
    cudaMallocManaged(&B, sizeof *B * K * BLOCK);
    cudaMallocManaged(&C, sizeof *C * BLOCK * BLOCK);
    for (int i = 0; i < BLOCK * K; i++) {
        A[i] = (float)(i % 7);
        B[i] = (float)(i % 5);
    }
    panel<<<1, dim3(BLOCK, BLOCK)>>>(C, A, B);
    const cudaError_t error = cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < BLOCK && error == cudaSuccess; i++)
        for (int j = 0; j < BLOCK; j++) {
            float sum = 0;
            for (int p = 0; p < K; p++)
                sum += A[i * K + p] * B[p * BLOCK + j];
            wrong += C[i * BLOCK + j] != sum;
        }
    printf("%s, %s\n", cudaGetErrorString(error), wrong ? "WRONG" : "right");
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return error != cudaSuccess || wrong > 0;
}
