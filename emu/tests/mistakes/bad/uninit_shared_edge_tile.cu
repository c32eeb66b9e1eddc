// category: uninitialised-shared
// mistake: at the edge the tile elements outside the matrix are not written but still multiplied
// line: 20
// cure: store 0 if the element is outside the matrix
#include <cstdio>
#include <vector>
#define T 8

__global__ void matmul(int n, const float *A, const float *B, float *C)
{
    __shared__ float As[T][T], Bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    float acc = 0;
    for (int k0 = 0; k0 < n; k0 += T) {
        if (row < n && k0 + tx < n) As[ty][tx] = A[row * n + k0 + tx];
        if (k0 + ty < n && col < n) Bs[ty][tx] = B[(k0 + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < T; ++k)
            acc += As[ty][k] * Bs[k][tx];   // MISTAKE
        __syncthreads();
    }
    if (row < n && col < n) C[row * n + col] = acc;
}

int main()
{
    const int n = 20;
    std::vector<float> A(n * n, 1.f), B(n * n, 1.f), C(n * n);
    float *a, *b, *c;
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&b, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cudaMemcpy(a, A.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, B.data(), n * n * sizeof(float), cudaMemcpyHostToDevice);
    matmul<<<dim3(3, 3), dim3(T, T)>>>(n, a, b, c);
    cudaMemcpy(C.data(), c, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (float v : C) wrong += v != n;
    printf("%d of %d wrong\n", wrong, n * n);
    cudaFree(a); cudaFree(b); cudaFree(c);
    return wrong != 0;
}

// expected:
// emu: read of 4 bytes of shared memory that nothing has written
//   at      emu/tests/mistakes/bad/uninit_shared_edge_tile.cu:20
//   kernel  matmul<<<(3,3,1), (8,8,1)>>>
//   thread  block (2,0,0), thread (7,7,0): warp 1, lane 31
//   address Bs[0][7]; Bs is float [8][8], 256 bytes
//   cure    let some thread store to the element before it is read, with a barrier between
// emu: read of 4 bytes of shared memory that nothing has written
//   at      emu/tests/mistakes/bad/uninit_shared_edge_tile.cu:20
//   kernel  matmul<<<(3,3,1), (8,8,1)>>>
//   thread  block (0,2,0), thread (7,7,0): warp 1, lane 31
//   address As[7][0]; As is float [8][8], 256 bytes
//   cure    let some thread store to the element before it is read, with a barrier between
// emu: 1 kind of mistake, 18 times; first: unwritten at emu/tests/mistakes/bad/uninit_shared_edge_tile.cu:20
// exit status 1
