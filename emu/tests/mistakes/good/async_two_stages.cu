// category: async-copy-buffer
// shows: two stages filled by asynchronous copies in turn: wait, barrier, compute, barrier, refill
#include <cstdio>
#include <vector>
#include <cuda_pipeline.h>
#define T 16

__global__ void matmul(int n, const float *A, const float *B, float *C)
{
    __shared__ float As[2][T][T], Bs[2][T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float acc = 0;
    __pipeline_memcpy_async(&As[0][ty][tx], &A[row * n + tx], 4);
    __pipeline_memcpy_async(&Bs[0][ty][tx], &B[ty * n + col], 4);
    __pipeline_commit();
    for (int k0 = 0, cur = 0; k0 < n; k0 += T, cur ^= 1) {
        if (k0 + T < n) {
            __pipeline_memcpy_async(&As[cur ^ 1][ty][tx], &A[row * n + k0 + T + tx], 4);
            __pipeline_memcpy_async(&Bs[cur ^ 1][ty][tx], &B[(k0 + T + ty) * n + col], 4);
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int k = 0; k < T; ++k) acc += As[cur][ty][k] * Bs[cur][k][tx];
        __syncthreads();
    }
    C[row * n + col] = acc;
}

int main()
{
    const int n = 80;
    size_t bytes = n * n * sizeof(float);
    std::vector<float> A(n * n, 2.f), B(n * n), C(n * n);
    for (int i = 0; i < n * n; ++i) B[i] = i % n;
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemcpy(a, A.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), bytes, cudaMemcpyHostToDevice);
    matmul<<<dim3(n / T, n / T), dim3(T, T)>>>(n, a, b, c);
    cudaMemcpy(C.data(), c, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n * n; ++i) wrong += C[i] != 2.f * n * (i % n);
    printf("%d wrong\n", wrong);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return wrong != 0;
}
