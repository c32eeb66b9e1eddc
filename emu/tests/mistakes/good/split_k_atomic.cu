// category: atomic-missing
// shows: split-K matmul, the blocks along z add their parts with atomicAdd
#include <cstdio>
#include <vector>

__global__ void gemm(int m, int n, int k, const float *A, const float *B, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    int chunk = (k + gridDim.z - 1) / gridDim.z;
    int from = blockIdx.z * chunk, to = min(k, from + chunk);
    if (row >= m || col >= n || from >= to) return;
    float part = 0;
    for (int p = from; p < to; ++p) part += A[row * k + p] * B[p * n + col];
    atomicAdd(&C[row * n + col], part);
}

int main()
{
    const int m = 33, n = 20, k = 70;
    std::vector<float> A(m * k, 1.f), B(k * n, 3.f), C(m * n);
    float *a, *b, *c;
    cudaMalloc(&a, m * k * sizeof(float));
    cudaMalloc(&b, k * n * sizeof(float));
    cudaMalloc(&c, m * n * sizeof(float));
    cudaMemcpy(a, A.data(), m * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), k * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(c, 0, m * n * sizeof(float));
    gemm<<<dim3(2, 3, 4), dim3(16, 16)>>>(m, n, k, a, b, c);
    cudaMemcpy(C.data(), c, m * n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (float v : C) wrong += v != 3.f * k;
    printf("%d wrong\n", wrong);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return wrong != 0;
}
