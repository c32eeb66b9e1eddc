// category: global-out-of-bounds
// shows: matmul on a block inside bigger matrices: leading dimensions, offsets, m, n and k all different
#include <cstdio>
#include <vector>

__global__ void gemm(int m, int n, int k, const float *A, int lda, const float *B, int ldb, float *C, int ldc)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || col >= n) return;
    float s = 0;
    for (int p = 0; p < k; ++p) s += A[row * lda + p] * B[p * ldb + col];
    C[row * ldc + col] = s;
}

int main()
{
    const int m = 13, n = 29, k = 7, lda = 20, ldb = 40, ldc = 33;
    std::vector<float> A(m * lda, 1.f), B(k * ldb, 2.f), C(m * ldc, -1.f);
    float *a, *b, *c;
    cudaMalloc(&a, A.size() * sizeof(float));
    cudaMalloc(&b, B.size() * sizeof(float));
    cudaMalloc(&c, C.size() * sizeof(float));
    cudaMemcpy(a, A.data(), A.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), B.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(c, C.data(), C.size() * sizeof(float), cudaMemcpyHostToDevice);
    gemm<<<dim3(2, 2), dim3(16, 8)>>>(m, n, k, a + lda - k, lda, b + ldb - n, ldb, c + ldc - n, ldc);
    cudaMemcpy(C.data(), c, C.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < ldc; ++j) wrong += C[i * ldc + j] != (j < ldc - n ? -1.f : 2.f * k);
    printf("%d wrong\n", wrong);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return wrong != 0;
}
