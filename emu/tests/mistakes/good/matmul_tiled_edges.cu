// category: shared-race
// shows: tiled matmul for any shape, both barriers, zeros in the edge tiles
#include <cstdio>
#include <vector>
#define T 16

__global__ void matmul(int m, int n, int k, const float *A, const float *B, float *C)
{
    __shared__ float As[T][T], Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float acc = 0;
    for (int k0 = 0; k0 < k; k0 += T) {
        As[ty][tx] = row < m && k0 + tx < k ? A[row * k + k0 + tx] : 0.0f;
        Bs[ty][tx] = k0 + ty < k && col < n ? B[(k0 + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int p = 0; p < T; ++p) acc += As[ty][p] * Bs[p][tx];
        __syncthreads();
    }
    if (row < m && col < n) C[row * n + col] = acc;
}

int main()
{
    const int m = 37, n = 50, k = 29;
    std::vector<float> A(m * k), B(k * n), C(m * n);
    for (int i = 0; i < m * k; ++i) A[i] = i % 5;
    for (int i = 0; i < k * n; ++i) B[i] = i % 3;
    float *a, *b, *c;
    cudaMalloc(&a, m * k * sizeof(float));
    cudaMalloc(&b, k * n * sizeof(float));
    cudaMalloc(&c, m * n * sizeof(float));
    cudaMemcpy(a, A.data(), m * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), k * n * sizeof(float), cudaMemcpyHostToDevice);
    matmul<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(m, n, k, a, b, c);
    cudaMemcpy(C.data(), c, m * n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            float s = 0;
            for (int p = 0; p < k; ++p) s += A[i * k + p] * B[p * n + j];
            wrong += s != C[i * n + j];
        }
    printf("%d wrong\n", wrong);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return wrong != 0;
}
