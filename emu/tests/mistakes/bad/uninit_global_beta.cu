// category: uninitialised-global
// mistake: C += A * B, but C was only allocated
// line: 15
// cure: cudaMemset(dC, 0, bytes) first, or C[...] = sum when beta is 0
#include <cstdio>
#include <vector>

__global__ void gemm(int n, const float *A, const float *B, float beta, float *C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || col >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum + beta * C[row * n + col];   // MISTAKE
}

int main()
{
    const int n = 30;
    size_t bytes = n * n * sizeof(float);
    std::vector<float> A(n * n, 1.f), B(n * n, 2.f), C(n * n);
    float *dA, *dB, *dC;
    cudaMalloc(&dA, bytes);
    cudaMalloc(&dB, bytes);
    cudaMalloc(&dC, bytes);
    cudaMemcpy(dA, A.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B.data(), bytes, cudaMemcpyHostToDevice);
    dim3 threads(8, 8);
    gemm<<<dim3((n + 7) / 8, (n + 7) / 8), threads>>>(n, dA, dB, 1.0f, dC);
    cudaMemcpy(C.data(), dC, bytes, cudaMemcpyDeviceToHost);
    printf("C[3][4] = %g\n", C[3 * n + 4]);
    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dC);
    return C[3 * n + 4] != 2.0f * n;
}

// expected:
// emu: read of 4 bytes of global memory that nothing has written
//   at      emu/tests/mistakes/bad/uninit_global_beta.cu:15
//   kernel  gemm<<<(4,4,1), (8,8,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 3600 bytes from cudaMalloc at emu/tests/mistakes/bad/uninit_global_beta.cu:26: dC[0] of 900 elements of 4 bytes
//   cure    fill the memory first: cudaMemcpy, cudaMemset or a kernel
// emu: 1 kind of mistake, 900 times; first: unwritten at emu/tests/mistakes/bad/uninit_global_beta.cu:15
// exit status 1
