// category: shared-race
// shows: double-buffered tiles: one barrier a round is enough, the next tile goes to the other buffer
#include <cstdio>
#include <vector>
#define T 16

__global__ void matmul(int n, const float *A, const float *B, float *C)
{
    __shared__ float As[2][T][T], Bs[2][T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    int cur = 0;
    float acc = 0;
    As[0][ty][tx] = A[row * n + tx];
    Bs[0][ty][tx] = B[ty * n + col];
    __syncthreads();
    for (int k0 = 0; k0 < n; k0 += T) {
        if (k0 + T < n) {
            As[cur ^ 1][ty][tx] = A[row * n + k0 + T + tx];
            Bs[cur ^ 1][ty][tx] = B[(k0 + T + ty) * n + col];
        }
        for (int k = 0; k < T; ++k) acc += As[cur][ty][k] * Bs[cur][k][tx];
        __syncthreads();
        cur ^= 1;
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
