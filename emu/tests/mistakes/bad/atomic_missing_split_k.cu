// category: atomic-missing
// mistake: split-K matmul, the blocks along z add into the same element of C with +=
// line: 20
// cure: atomicAdd(&C[row * n + col], part), or one partial matrix per z and a second kernel
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CK(x) do { if ((x) != cudaSuccess) { puts("cuda error: " #x); exit(2); } } while (0)

__global__ void gemm_split_k(int m, int n, int k, const float *A, const float *B, float *C)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int chunk = (k + gridDim.z - 1) / gridDim.z;
    int from = blockIdx.z * chunk, to = min(k, from + chunk);
    if (row >= m || col >= n) return;
    float part = 0;
    for (int p = from; p < to; ++p) part += A[row * k + p] * B[p * n + col];
    C[row * n + col] += part;   // MISTAKE
}

int main()
{
    const int m = 40, n = 56, k = 128;
    std::vector<float> A(m * k, 1.0f), B(k * n, 2.0f), C(m * n);
    float *dA, *dB, *dC;
    CK(cudaMalloc(&dA, m * k * sizeof(float)));
    CK(cudaMalloc(&dB, k * n * sizeof(float)));
    CK(cudaMalloc(&dC, m * n * sizeof(float)));
    CK(cudaMemcpy(dA, A.data(), m * k * sizeof(float), cudaMemcpyHostToDevice));
    CK(cudaMemcpy(dB, B.data(), k * n * sizeof(float), cudaMemcpyHostToDevice));
    CK(cudaMemset(dC, 0, m * n * sizeof(float)));
    gemm_split_k<<<dim3(4, 3, 4), dim3(16, 16)>>>(m, n, k, dA, dB, dC);
    CK(cudaGetLastError());
    CK(cudaMemcpy(C.data(), dC, m * n * sizeof(float), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (float c : C) wrong += c != 2.0f * k;
    printf("%d of %d wrong\n", wrong, m * n);
    CK(cudaFree(dA)); CK(cudaFree(dB)); CK(cudaFree(dC));
    return wrong > 0;
}

// expected:
// emu: race in global memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/atomic_missing_split_k.cu:20
//   kernel  gemm_split_k<<<(4,3,4), (16,16,1)>>>
//   thread  block (0,0,1), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 8960 bytes from cudaMalloc at emu/tests/mistakes/bad/atomic_missing_split_k.cu:30: dC[0] of 2240 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/atomic_missing_split_k.cu:20 by block (0,0,0), thread (0,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: race in global memory: write of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/atomic_missing_split_k.cu:20
//   kernel  gemm_split_k<<<(4,3,4), (16,16,1)>>>
//   thread  block (0,0,1), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 8960 bytes from cudaMalloc at emu/tests/mistakes/bad/atomic_missing_split_k.cu:30: dC[0] of 2240 elements of 4 bytes
//   other   write at emu/tests/mistakes/bad/atomic_missing_split_k.cu:20 by block (0,0,0), thread (0,0,0)
//   cure    let one block own the element, use an atomic, or publish it: write, __threadfence(), then a flag that the reader polls with an atomic or through volatile
// emu: 1 kind of mistake, 13,440 times; first: race at emu/tests/mistakes/bad/atomic_missing_split_k.cu:20
// exit status 1
