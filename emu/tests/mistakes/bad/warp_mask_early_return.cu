// category: warp-mask
// mistake: lanes past n have returned, the ballot of the last warp still names them
// line: 11
// cure: let all lanes vote: pred = i < n && x[i] > 0, and return afterwards
#include <cstdio>

__global__ void count_positive(const int *x, int n, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned votes = __ballot_sync(0xffffffff, x[i] > 0);   // MISTAKE
    if (threadIdx.x % 32 == 0)
        atomicAdd(count, __popc(votes));
}

int main()
{
    const int n = 150;
    int h[n], *x, *count, r = 0;
    for (int i = 0; i < n; ++i) h[i] = i % 3 - 1;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(count, 0, sizeof(int));
    count_positive<<<2, 96>>>(x, n, count);
    cudaMemcpy(&r, count, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d positive\n", r);
    cudaFree(x);
    cudaFree(count);
    return r != n / 3;
}

// expected:
// emu: warp operation: mask 0xffffffff names lanes that have returned (0xffc00000)
//   at      emu/tests/mistakes/bad/warp_mask_early_return.cu:11
//   kernel  count_positive<<<(2,1,1), (96,1,1)>>>
//   thread  block (1,0,0), thread (32,0,0): warp 1, lane 0
//   cure    build the mask before lanes return, from those that will take part (__ballot_sync), or let all lanes live until the last warp operation
// emu: 1 kind of mistake, once; first: warp at emu/tests/mistakes/bad/warp_mask_early_return.cu:11
// exit status 1
