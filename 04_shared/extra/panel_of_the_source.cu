// SPDX-License-Identifier: MIT
//
// The panel kernel in the way of the article that this course follows: a program to run and to
// learn from, not a step. Its faults are kept: no barrier anywhere, threadIdx.x on rows, every
// thread copies a whole row and a whole column itself, K is fixed at compile time, and sizes have
// to be multiples of the block.
//
//     build/emu/bin/emucc 04_shared/extra/panel_of_the_source.cu -o build/panel_of_the_source
//     build/panel_of_the_source          C is 32 x 32, one tile: races, and the right result
//     build/panel_of_the_source 64 64    m n: four tiles, one after the other
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 32, K = 32 };

__global__ void panel(float *C, const float *A, const float *B, int m, int n)
{
    __shared__ float As[BLOCK][K], Bs[K][BLOCK];
    const int tx = threadIdx.x, ty = threadIdx.y;
    for (int row0 = 0; row0 < m; row0 += BLOCK)
        for (int col0 = 0; col0 < n; col0 += BLOCK) {
            const int row = row0 + tx, col = col0 + ty;
            for (int p = 0; p < K; p++) {
                As[tx][p] = A[row * K + p];
                Bs[p][ty] = B[p * n + col];
            }
            float acc = 0;
            for (int p = 0; p < K; p++)
                acc += As[tx][p] * Bs[p][ty];
            C[row * n + col] = acc;
        }
}

int main(int argc, char **argv)
{
    const int m = argc > 2 ? atoi(argv[1]) : BLOCK, n = argc > 2 ? atoi(argv[2]) : BLOCK;
    float *A, *B, *C;
    cudaMallocManaged(&A, sizeof *A * m * K);
    cudaMallocManaged(&B, sizeof *B * K * n);
    cudaMallocManaged(&C, sizeof *C * m * n);
    for (int i = 0; i < m * K; i++)
        A[i] = (float)(i % 7);
    for (int i = 0; i < K * n; i++)
        B[i] = (float)(i % 5);
    panel<<<1, dim3(BLOCK, BLOCK)>>>(C, A, B, m, n);
    const cudaError_t error = cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < m && error == cudaSuccess; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int p = 0; p < K; p++)
                sum += A[i * K + p] * B[p * n + j];
            wrong += C[i * n + j] != sum;
        }
    printf("%d x %d: %s, %s\n", m, n, cudaGetErrorString(error), wrong ? "WRONG" : "right");
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return error != cudaSuccess || wrong > 0;
}
