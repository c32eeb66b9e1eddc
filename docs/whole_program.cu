// SPDX-License-Identifier: MIT
//
// whole_program.cu: all that a CUDA program needs, in one page: C = A B for square matrices.
//
//     build/emu/bin/emucc whole_program.cu -o whole_program    (or nvcc, on a GPU)
#include <stdio.h>

enum { N = 200, BLOCK = 16, BLOCKS = (N + BLOCK - 1) / BLOCK };

// On the device: one thread for each element of C.
__global__ void multiply(int n, const float *A, const float *B, float *C)
{
    const int row = blockIdx.y * BLOCK + threadIdx.y;
    const int col = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= n || col >= n)
        return; // the last blocks hang over the edge

    float acc = 0;
    for (int p = 0; p < n; p++)
        acc += A[row * n + p] * B[p * n + col];
    C[row * n + col] = acc;
}

static float A[N * N], B[N * N], C[N * N]; // in the memory of the host

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            A[i * N + j] = i;
            B[i * N + j] = j;
        }

    float *d_A, *d_B, *d_C; // in the memory of the device
    cudaMalloc(&d_A, sizeof(A));
    cudaMalloc(&d_B, sizeof(B));
    cudaMalloc(&d_C, sizeof(C));
    cudaMemcpy(d_A, A, sizeof(A), cudaMemcpyHostToDevice); // to, from, how many bytes, which way
    cudaMemcpy(d_B, B, sizeof(B), cudaMemcpyHostToDevice);

    multiply<<<dim3(BLOCKS, BLOCKS), dim3(BLOCK, BLOCK)>>>(N, d_A, d_B, d_C);
    const cudaError_t error = cudaGetLastError(); // a launch itself returns no error code
    if (error != cudaSuccess) {
        fprintf(stderr, "multiply: %s\n", cudaGetErrorString(error));
        return 1;
    }

    cudaMemcpy(C, d_C, sizeof(C), cudaMemcpyDeviceToHost); // waits for the kernel, then copies
    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);

    int wrong = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            wrong += C[i * N + j] != (float)N * i * j;
    printf("C(3, 5) = %g, %d of %d elements wrong\n", C[3 * N + 5], wrong, N * N);
    return wrong > 0;
}
