// category: use-after-free
// mistake: the input is freed before the second kernel that still reads it
// line: 16
// cure: free x after the last kernel that uses it
#include <cstdio>

__global__ void square(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * x[i];
}

__global__ void add_to(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += x[i];    // MISTAKE
}

int main()
{
    const int n = 1 << 10;
    static float h[n];
    float *x, *y;
    for (int i = 0; i < n; ++i) h[i] = 2;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&y, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    square<<<4, 256>>>(x, y, n);
    cudaFree(x);
    add_to<<<4, 256>>>(x, y, n);
    cudaError_t e = cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%s, %g\n", cudaGetErrorString(e), h[5]);
    cudaFree(y);
    return e != cudaSuccess || h[5] != 6;
}

// expected:
// emu: use after free: read of 4 bytes in global memory
//   at      emu/tests/mistakes/bad/use_after_free_kernel.cu:16
//   kernel  add_to<<<(4,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 4096 bytes from cudaMalloc at emu/tests/mistakes/bad/use_after_free_kernel.cu:25, freed at emu/tests/mistakes/bad/use_after_free_kernel.cu:29: x[0] of 1024 elements of 4 bytes
//   cure    free it after the last kernel that uses it
// emu: 1 kind of mistake, once; first: free at emu/tests/mistakes/bad/use_after_free_kernel.cu:16
// exit status 1
