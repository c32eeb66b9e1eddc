// category: memcpy-too-long
// mistake: one result per block was computed, but one per element is copied back
// line: 28
// cure: copy blocks * sizeof(int)
#include <cstdio>
#include <vector>

__global__ void block_max(const int *x, int *best)
{
    __shared__ int m;
    if (threadIdx.x == 0) m = x[blockIdx.x * blockDim.x];
    __syncthreads();
    atomicMax(&m, x[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) best[blockIdx.x] = m;
}

int main()
{
    const int n = 1024, blocks = 8;
    std::vector<int> h(n);
    for (int i = 0; i < n; ++i) h[i] = i ^ 21;
    int *x, *best;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&best, blocks * sizeof(int));
    cudaMemcpy(x, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    block_max<<<blocks, n / blocks>>>(x, best);
    cudaMemcpy(h.data(), best, n * sizeof(int), cudaMemcpyDeviceToHost);    // MISTAKE
    printf("last maximum %d\n", h[blocks - 1]);
    cudaFree(x);
    cudaFree(best);
    return h[blocks - 1] != 1023;
}

// expected:
// emu: cudaMemcpy: 4096 bytes do not fit in the source
//   at      emu/tests/mistakes/bad/memcpy_too_long_download.cu:28
//   address byte 0 of the 32 bytes from cudaMalloc at emu/tests/mistakes/bad/memcpy_too_long_download.cu:25
//   cure    count bytes, not elements, and compare with what was allocated
// emu: 1 kind of mistake, once; first: bounds at emu/tests/mistakes/bad/memcpy_too_long_download.cu:28
// exit status 1
