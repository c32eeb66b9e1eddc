// foreign: tiled matmul in shared memory as a function template on the tile width and the element type
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

inline cudaError_t checkCuda(cudaError_t result)
{
    if (result != cudaSuccess) {
        fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
        exit(1);
    }
    return result;
}

template <int TILE, typename T>
__global__ void matmulTiled(const T *A, const T *B, T *C, int M, int N, int K)
{
    __shared__ T sA[TILE][TILE];
    __shared__ T sB[TILE][TILE + 1];

    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;
    T acc = T(0);

    for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
        const int aCol = t * TILE + threadIdx.x;
        const int bRow = t * TILE + threadIdx.y;
        sA[threadIdx.y][threadIdx.x] = (row < M && aCol < K) ? A[row * K + aCol] : T(0);
        sB[threadIdx.y][threadIdx.x] = (bRow < K && col < N) ? B[bRow * N + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            acc += sA[threadIdx.y][k] * sB[k][threadIdx.x];
        __syncthreads();
    }
    if (row < M && col < N)
        C[row * N + col] = acc;
}

template <int TILE, typename T>
bool run(int M, int N, int K, double tolerance)
{
    std::vector<T> A(M * K), B(K * N), C(M * N, T(-1));
    for (auto &v : A) v = T(rand() % 17 - 8) / T(4);
    for (auto &v : B) v = T(rand() % 13 - 6) / T(2);

    T *dA, *dB, *dC;
    checkCuda(cudaMalloc(&dA, A.size() * sizeof(T)));
    checkCuda(cudaMalloc(&dB, B.size() * sizeof(T)));
    checkCuda(cudaMalloc(&dC, C.size() * sizeof(T)));
    checkCuda(cudaMemcpy(dA, A.data(), A.size() * sizeof(T), cudaMemcpyHostToDevice));
    checkCuda(cudaMemcpy(dB, B.data(), B.size() * sizeof(T), cudaMemcpyHostToDevice));

    dim3 threads(TILE, TILE);
    dim3 blocks((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    matmulTiled<TILE, T><<<blocks, threads>>>(dA, dB, dC, M, N, K);
    checkCuda(cudaGetLastError());
    checkCuda(cudaMemcpy(C.data(), dC, C.size() * sizeof(T), cudaMemcpyDeviceToHost));

    double worst = 0;
    for (int i = 0; i < M; ++i)
        for (int j = 0; j < N; ++j) {
            double s = 0;
            for (int k = 0; k < K; ++k) s += double(A[i * K + k]) * double(B[k * N + j]);
            worst = std::max(worst, std::fabs(s - double(C[i * N + j])));
        }
    checkCuda(cudaFree(dA));
    checkCuda(cudaFree(dB));
    checkCuda(cudaFree(dC));
    return worst <= tolerance;
}

int main()
{
    bool ok = run<16, float>(96, 80, 112, 0) & run<32, float>(70, 45, 33, 0) & run<8, double>(19, 61, 50, 0)
            & run<16, int>(48, 48, 48, 0);
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
