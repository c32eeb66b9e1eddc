// category: warp-sync-assumed
// mistake: the last warp of the reduction relies on volatile alone, but lanes do not have to run in step
// line: 10 11 12 13 14 15
// cure: read, __syncwarp(), write, __syncwarp() in each step, or use __shfl_down_sync
#include <cstdio>
#include <vector>

__device__ void last_warp(volatile int *s, int t)
{
    s[t] += s[t + 32];      // MISTAKE
    s[t] += s[t + 16];      // MISTAKE
    s[t] += s[t + 8];       // MISTAKE
    s[t] += s[t + 4];       // MISTAKE
    s[t] += s[t + 2];       // MISTAKE
    s[t] += s[t + 1];       // MISTAKE
}

__global__ void reduce(const int *x, int *partial)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 256 + t];
    __syncthreads();
    if (t < 128) s[t] += s[t + 128];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) last_warp(s, t);
    if (t == 0) partial[blockIdx.x] = s[0];
}

int main()
{
    const int blocks = 4, n = 256 * blocks;
    std::vector<int> h(n, 1);
    int *x, *p, sum = 0;
    cudaMalloc(&x, n * sizeof(int));
    cudaMalloc(&p, blocks * sizeof(int));
    cudaMemcpy(x, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    reduce<<<blocks, 256>>>(x, p);
    cudaMemcpy(h.data(), p, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; ++b) sum += h[b];
    printf("%d, want %d\n", sum, n);
    cudaFree(x);
    cudaFree(p);
    return sum != n;
}

// expected:
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/warp_sync_reduction_tail.cu:10, called at emu/tests/mistakes/bad/warp_sync_reduction_tail.cu:28
//   kernel  reduce<<<(4,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address s[1]; s is int [256], 1024 bytes
//   other   read at emu/tests/mistakes/bad/warp_sync_reduction_tail.cu:15, called at emu/tests/mistakes/bad/warp_sync_reduction_tail.cu:28 by block (0,0,0), thread (0,0,0) and others
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: the access at emu/tests/mistakes/bad/warp_sync_reduction_tail.cu:10 also races with those at lines 14, 13, 12, 11
// emu: 1 kind of mistake, 124 times; first: race at emu/tests/mistakes/bad/warp_sync_reduction_tail.cu:10, called at emu/tests/mistakes/bad/warp_sync_reduction_tail.cu:28
// exit status 1
