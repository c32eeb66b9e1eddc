// category: wrong-size-in-bytes
// mistake: cudaMalloc is given the number of elements, not of bytes
// line: 10 18
// cure: n * sizeof(double)
#include <cstdio>

__global__ void fill(double *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = 0.5 * i;      // MISTAKE
}

int main()
{
    const int n = 3000;
    static double h[n];
    double *x;
    cudaMalloc(&x, n);              // MISTAKE
    fill<<<(n + 127) / 128, 128>>>(x, n);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(e));
    cudaMemcpy(h, x, n * sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(x);
    return h[n - 1] != 0.5 * (n - 1);
}

// expected:
// emu: out of bounds: write of 8 bytes in global memory
//   at      emu/tests/mistakes/bad/wrong_size_malloc.cu:10
//   kernel  fill<<<(24,1,1), (128,1,1)>>>
//   thread  block (2,0,0), thread (119,0,0): warp 3, lane 23
//   address 0 bytes past the end of the 3000 bytes from cudaMalloc at emu/tests/mistakes/bad/wrong_size_malloc.cu:18: x[375] of 375 elements of 8 bytes
//   cure    guard the access: is the index below the array's length in this thread, also at the edge of the grid?
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/wrong_size_malloc.cu:10
// exit status 1
