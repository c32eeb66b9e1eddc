// category: memcpy-too-long
// mistake: cudaMemset is given 4 bytes per element for an array of 2-byte halfs
// line: 21
// cure: n * sizeof(__half)
#include <cstdio>
#include <vector>
#include <cuda_fp16.h>

__global__ void count_up(__half *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = __hadd(x[i], __float2half(1.0f));
}

int main()
{
    const int n = 3000;
    std::vector<__half> h(n);
    __half *x;
    cudaMalloc(&x, n * sizeof(__half));
    cudaMemset(x, 0, n * sizeof(float));    // MISTAKE
    count_up<<<(n + 255) / 256, 256>>>(x, n);
    cudaMemcpy(h.data(), x, n * sizeof(__half), cudaMemcpyDeviceToHost);
    printf("%g\n", __half2float(h[n - 1]));
    cudaFree(x);
    return __half2float(h[n - 1]) != 1.0f;
}

// expected:
// emu: cudaMemset: 12000 bytes do not fit in the target
//   at      emu/tests/mistakes/bad/memcpy_too_long_memset.cu:21
//   address byte 0 of the 6000 bytes from cudaMalloc at emu/tests/mistakes/bad/memcpy_too_long_memset.cu:20
//   cure    count bytes, not elements, and compare with what was allocated
// emu: read of 2 bytes of global memory that nothing has written
//   at      emu/tests/mistakes/bad/memcpy_too_long_memset.cu:12
//   kernel  count_up<<<(12,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address byte 0 of the 6000 bytes from cudaMalloc at emu/tests/mistakes/bad/memcpy_too_long_memset.cu:20: x[0] of 3000 elements of 2 bytes
//   cure    fill the memory first: cudaMemcpy, cudaMemset or a kernel
// emu: 2 kinds of mistakes, 3,001 times; first: bounds at emu/tests/mistakes/bad/memcpy_too_long_memset.cu:21
// exit status 1
