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
