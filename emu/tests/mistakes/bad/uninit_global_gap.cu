// category: uninitialised-global
// mistake: every second element is written, all of them are read
// line: 16
// cure: launch one thread per element in the first kernel, or clear the array
#include <cstdio>

__global__ void make_pairs(float *x, int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) x[i] = 1.0f;
}

__global__ void sum_all(const float *x, int n, float *r)
{
    float s = 0;
    for (int i = 0; i < n; ++i) s += x[i];      // MISTAKE
    *r = s;
}

int main()
{
    const int n = 256;
    float *x, *r, h;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&r, sizeof(float));
    make_pairs<<<2, 64>>>(x, n);
    sum_all<<<1, 1>>>(x, n, r);
    cudaMemcpy(&h, r, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h);
    cudaFree(x);
    cudaFree(r);
    return h != n;
}

// expected:
// emu: read of 4 bytes of global memory that nothing has written
//   at      emu/tests/mistakes/bad/uninit_global_gap.cu:16
//   kernel  sum_all<<<(1,1,1), (1,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 4 of the 1024 bytes from cudaMalloc at emu/tests/mistakes/bad/uninit_global_gap.cu:24: x[1] of 256 elements of 4 bytes
//   cure    fill the memory first: cudaMemcpy, cudaMemset or a kernel
// emu: 1 kind of mistake, 128 times; first: unwritten at emu/tests/mistakes/bad/uninit_global_gap.cu:16
// exit status 1
