// category: local-out-of-bounds
// mistake: the loops over the thread's own TM x TN tile are swapped when it is written out, TM != TN
// line: 22
// cure: let i run to TM and j to TN also in the second pair of loops
#include <cstdio>
#include <vector>

#define TM 2
#define TN 8

__global__ void matmul(int n, const float *A, const float *B, float *C, int tm, int tn)
{
    int row = (blockIdx.y * blockDim.y + threadIdx.y) * TM;
    int col = (blockIdx.x * blockDim.x + threadIdx.x) * TN;
    float acc[TM][TN] = {};
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < tm; ++i)
            for (int j = 0; j < tn; ++j)
                acc[i][j] += A[(row + i) * n + k] * B[k * n + col + j];
    for (int i = 0; i < tn; ++i)
        for (int j = 0; j < tm; ++j)
            if (row + i < n) C[(row + i) * n + col + j] = acc[i][j];    // MISTAKE
}

int main()
{
    const int n = 32;
    std::vector<float> A(n * n, 1.f), B(n * n, 1.f), C(n * n);
    float *a, *b, *c;
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&b, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cudaMemcpy(a, A.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(c, 0, n * n * sizeof(float));
    // one thread only, so that nothing but its own array is at stake
    matmul<<<1, 1>>>(n, a, b, c, TM, TN);
    cudaMemcpy(C.data(), c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("C[0][0..7] ends with %g, want %d\n", C[7], n);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return C[7] != n;
}

// expected:
// emu: out of bounds: an index beyond its array's extent
//   at      emu/tests/mistakes/bad/local_oob_register_tile.cu:22
//   kernel  matmul<<<(1,1,1), (1,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address index 2 of 'float [2][8]'
//   cure    compare the index with the extent in the array's declaration
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/local_oob_register_tile.cu:22
// exit status 1
