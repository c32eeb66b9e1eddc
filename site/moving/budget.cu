// SPDX-License-Identifier: MIT
//
// budget.cu: one call of an exercise's version (SOURCE, see mk/moving.mk), as the grader's first
// one. Traced for the moving pictures.
#include SOURCE

enum { M = 32, N = 32, K = 16 };

int main(void)
{
    static float zeros[M * N];
    float *A, *B, *C;
    cudaMalloc(&A, M * K * sizeof(float));
    cudaMalloc(&B, K * N * sizeof(float));
    cudaMalloc(&C, M * N * sizeof(float));
    cudaMemcpy(A, zeros, M * K * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(B, zeros, K * N * sizeof(float), cudaMemcpyHostToDevice);
    exercise(M, N, K, 1, A, K, B, N, 0, C, N);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    return error != cudaSuccess;
}
