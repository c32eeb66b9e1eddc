// category: uninitialised-global
// shows: C is fresh from cudaMalloc and not read when beta is 0, read when beta is 1
#include <cstdio>
#include <vector>

__global__ void gemm(int n, float alpha, const float *A, const float *B, float beta, float *C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || col >= n) return;
    float s = 0;
    for (int k = 0; k < n; ++k) s += A[row * n + k] * B[k * n + col];
    float *c = C + row * n + col;
    *c = beta == 0 ? alpha * s : alpha * s + beta * *c;
}

int main()
{
    const int n = 25;
    size_t bytes = n * n * sizeof(float);
    std::vector<float> h(n * n, 1.f);
    float *A, *B, *C;
    cudaMalloc(&A, bytes);
    cudaMalloc(&B, bytes);
    cudaMalloc(&C, bytes);
    cudaMemcpy(A, h.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(B, h.data(), bytes, cudaMemcpyHostToDevice);
    dim3 block{8, 8}, grid{4, 4};
    gemm<<<grid, block>>>(n, 1.f, A, B, 0.f, C);
    gemm<<<grid, block>>>(n, 2.f, A, B, 1.f, C);
    cudaMemcpy(h.data(), C, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (float v : h) wrong += v != 3.f * n;
    printf("%d wrong\n", wrong);
    cudaFree(A); cudaFree(B); cudaFree(C);
    return wrong != 0;
}
