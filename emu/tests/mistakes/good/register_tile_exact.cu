// category: local-out-of-bounds
// shows: a TM x TN tile of C in each thread's local array, sorted window of run-time width inside its bounds
#include <cstdio>
#include <vector>
#define TM 4
#define TN 2

__global__ void matmul(int n, const float *A, const float *B, float *C)
{
    int row = (blockIdx.y * blockDim.y + threadIdx.y) * TM;
    int col = (blockIdx.x * blockDim.x + threadIdx.x) * TN;
    float acc[TM][TN] = {}, a[TM], b[TN];
    for (int k = 0; k < n; ++k) {
        for (int i = 0; i < TM; ++i) a[i] = A[(row + i) * n + k];
        for (int j = 0; j < TN; ++j) b[j] = B[k * n + col + j];
        for (int i = 0; i < TM; ++i)
            for (int j = 0; j < TN; ++j) acc[i][j] += a[i] * b[j];
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j) C[(row + i) * n + col + j] = acc[i][j];
}

int main()
{
    const int n = 64;
    std::vector<float> A(n * n, 1.f), B(n * n, 1.f), C(n * n);
    size_t bytes = n * n * sizeof(float);
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    cudaMemcpy(a, A.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), bytes, cudaMemcpyHostToDevice);
    matmul<<<dim3(n / TN / 8, n / TM / 8), dim3(8, 8)>>>(n, a, b, c);
    cudaMemcpy(C.data(), c, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (float v : C) wrong += v != n;
    printf("%d wrong\n", wrong);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return wrong != 0;
}
