// category: warp-mask
// mistake: a block of 48 threads has a second warp of 16 lanes, the full mask names 16 that do not exist
// line: 11
// cure: launch a multiple of 32 threads, or build the mask from the lanes there are
#include <cstdio>

__global__ void block_sum(const int *x, int *r)
{
    int v = x[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);    // MISTAKE
    if (threadIdx.x % 32 == 0)
        atomicAdd(r, v);
}

int main()
{
    const int n = 48;
    int h[n], *x, *r, s = 0;
    for (int i = 0; i < n; ++i) h[i] = 1;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&r, sizeof(int));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(r, 0, sizeof(int));
    block_sum<<<1, n>>>(x, r);
    cudaMemcpy(&s, r, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d, want %d\n", s, n);
    cudaFree(x);
    cudaFree(r);
    return s != n;
}

// expected:
// emu: shuffle: lane 0 reads from lane 16, which does not take part
//   at      emu/tests/mistakes/bad/warp_mask_partial_warp.cu:11
//   kernel  block_sum<<<(1,1,1), (48,1,1)>>>
//   thread  block (0,0,0), thread (32,0,0): warp 1, lane 0
//   cure    let every lane that is read from take part, with its bit in the mask
// emu: 1 kind of mistake, 31 times; first: warp at emu/tests/mistakes/bad/warp_mask_partial_warp.cu:11
// exit status 1
