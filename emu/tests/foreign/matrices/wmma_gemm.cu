// foreign: tensor cores through wmma fragments: 16 x 16 x 16 half tiles, float accumulators, alpha and beta, row- and column-major B
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

static const int WMMA_M = 16, WMMA_N = 16, WMMA_K = 16;

// one warp per tile of C; a block is blockDim.x / 32 warps wide and blockDim.y warps high
template <typename LayoutB>
__global__ void wmma_gemm(const half *a, const half *b, float *c, int M, int N, int K, float alpha, float beta)
{
    int tileN = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize;
    int tileM = blockIdx.y * blockDim.y + threadIdx.y;
    const bool rowB = std::is_same<LayoutB, wmma::row_major>::value;

    wmma::fragment<wmma::matrix_a, WMMA_M, WMMA_N, WMMA_K, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, WMMA_M, WMMA_N, WMMA_K, half, LayoutB> fb;
    wmma::fragment<wmma::accumulator, WMMA_M, WMMA_N, WMMA_K, float> acc, old;

    int row = tileM * WMMA_M, col = tileN * WMMA_N;
    if (row >= M || col >= N) return;       // the whole warp

    wmma::fill_fragment(acc, 0.0f);
    for (int k = 0; k < K; k += WMMA_K) {
        wmma::load_matrix_sync(fa, a + row * K + k, K);
        wmma::load_matrix_sync(fb, rowB ? b + k * N + col : b + col * K + k, rowB ? N : K);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    wmma::load_matrix_sync(old, c + row * N + col, N, wmma::mem_row_major);
    for (int i = 0; i < old.num_elements; i++) old.x[i] = alpha * acc.x[i] + beta * old.x[i];
    wmma::store_matrix_sync(c + row * N + col, old, N, wmma::mem_row_major);
}

#define CHECK(x) if ((x) != cudaSuccess) { printf("FAIL: %s\n", #x); return 1; }

int main()
{
    const int M = 64, N = 80, K = 96;
    const float alpha = 2.0f, beta = -1.0f;
    std::vector<half> A(M * K), B(K * N), Bt(K * N);
    std::vector<float> C(M * N), D(M * N);
    for (int i = 0; i < M * K; ++i) A[i] = __float2half(float(rand() % 9 - 4));
    for (int k = 0; k < K; ++k)
        for (int j = 0; j < N; ++j) B[k * N + j] = Bt[j * K + k] = __float2half(float(rand() % 7 - 3) / 2);
    for (auto &v : C) v = float(rand() % 100);

    half *a, *b;
    float *c;
    CHECK(cudaMalloc(&a, A.size() * sizeof(half)));
    CHECK(cudaMalloc(&b, B.size() * sizeof(half)));
    CHECK(cudaMalloc(&c, C.size() * sizeof(float)));
    CHECK(cudaMemcpy(a, A.data(), A.size() * sizeof(half), cudaMemcpyHostToDevice));

    dim3 block(64, 2);      // 2 x 2 warps
    dim3 grid((N / 16 + 1) / 2, (M / 16 + 1) / 2);
    int wrong = 0;
    for (int version = 0; version < 2; ++version) {
        CHECK(cudaMemcpy(b, version ? Bt.data() : B.data(), B.size() * sizeof(half), cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(c, C.data(), C.size() * sizeof(float), cudaMemcpyHostToDevice));
        if (version == 0)
            wmma_gemm<wmma::row_major><<<grid, block>>>(a, b, c, M, N, K, alpha, beta);
        else
            wmma_gemm<wmma::col_major><<<grid, block>>>(a, b, c, M, N, K, alpha, beta);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(D.data(), c, D.size() * sizeof(float), cudaMemcpyDeviceToHost));
        for (int i = 0; i < M; ++i)
            for (int j = 0; j < N; ++j) {
                float s = 0;
                for (int k = 0; k < K; ++k) s += __half2float(A[i * K + k]) * __half2float(B[k * N + j]);
                wrong += D[i * N + j] != alpha * s + beta * C[i * N + j];
            }
    }
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    printf("%s (%d wrong)\n", wrong ? "FAIL" : "PASS", wrong);
    return wrong != 0;
}
