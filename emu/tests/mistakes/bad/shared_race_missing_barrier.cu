// category: shared-race
// mistake: missing __syncthreads between store and load of the tiles
// line: 18 19 21
// cure: put __syncthreads() after the two stores into As and Bs
#include <cstdio>
#include <vector>
#define TILE 16

__global__ void matmul(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int t = 0; t < n / TILE; ++t) {
        As[ty][tx] = A[row * n + t * TILE + tx];    // MISTAKE
        Bs[ty][tx] = B[(t * TILE + ty) * n + col];  // MISTAKE
        for (int k = 0; k < TILE; ++k)
            sum += As[ty][k] * Bs[k][tx];           // MISTAKE
        __syncthreads();
    }
    C[row * n + col] = sum;
}

int main()
{
    const int n = 64;
    size_t bytes = n * n * sizeof(float);
    std::vector<float> A(n * n), B(n * n), C(n * n);
    for (int i = 0; i < n * n; ++i) { A[i] = i % 7; B[i] = i % 5; }
    float *dA, *dB, *dC;
    cudaMalloc(&dA, bytes);
    cudaMalloc(&dB, bytes);
    cudaMalloc(&dC, bytes);
    cudaMemcpy(dA, A.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B.data(), bytes, cudaMemcpyHostToDevice);
    matmul<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(dA, dB, dC, n);
    cudaMemcpy(C.data(), dC, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            float s = 0;
            for (int k = 0; k < n; ++k) s += A[i * n + k] * B[k * n + j];
            wrong += s != C[i * n + j];
        }
    printf("%d wrong elements\n", wrong);
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
    return wrong != 0;
}
