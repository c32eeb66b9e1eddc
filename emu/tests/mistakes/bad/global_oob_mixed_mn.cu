// category: global-out-of-bounds
// mistake: rows and columns are mixed up: the guard lets row run to n and col to m
// line: 16 17
// cure: row < m and col < n
#include <cstdio>
#include <vector>

// C (m x n) = A (m x k) * B (k x n), row-major
__global__ void matmul(int m, int n, int k, const float *A, const float *B, float *C)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < m) {
        float sum = 0.0f;
        for (int p = 0; p < k; ++p)
            sum += A[row * k + p] * B[p * n + col];     // MISTAKE
        C[row * n + col] = sum;                         // MISTAKE
    }
}

int main()
{
    const int m = 48, n = 80, k = 32;
    std::vector<float> A(m * k, 1.f), B(k * n, 1.f), C(m * n);
    float *dA, *dB, *dC;
    cudaMalloc(&dA, m * k * sizeof(float));
    cudaMalloc(&dB, k * n * sizeof(float));
    cudaMalloc(&dC, m * n * sizeof(float));
    cudaMemcpy(dA, A.data(), m * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B.data(), k * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(dC, 0, m * n * sizeof(float));
    dim3 block(16, 16);
    dim3 grid((m + 15) / 16, (n + 15) / 16);
    matmul<<<grid, block>>>(m, n, k, dA, dB, dC);
    cudaMemcpy(C.data(), dC, m * n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (float c : C) wrong += c != float(k);
    printf("%d of %d wrong\n", wrong, m * n);
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
    return wrong != 0;
}

// expected:
// emu: out of bounds: read of 4 bytes in global memory
//   at      emu/tests/mistakes/bad/global_oob_mixed_mn.cu:16
//   kernel  matmul<<<(3,5,1), (16,16,1)>>>
//   thread  block (0,3,0), thread (0,0,0): warp 0, lane 0
//   address 0 bytes past the end of the 6144 bytes from cudaMalloc at emu/tests/mistakes/bad/global_oob_mixed_mn.cu:26: dA[1536] of 1536 elements of 4 bytes
//   cure    guard the access: is the index below the array's length in this thread, also at the edge of the grid?
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/global_oob_mixed_mn.cu:16
// exit status 1
