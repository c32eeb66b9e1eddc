// category: warp-sync-assumed
// mistake: each warp reverses 32 values through shared memory without __syncwarp between store and load
// line: 11 12
// cure: __syncwarp() between the two lines
#include <cstdio>

__global__ void reverse_in_warp(int *x)
{
    __shared__ int s[4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    s[warp][lane] = x[threadIdx.x];     // MISTAKE
    x[threadIdx.x] = s[warp][31 - lane];    // MISTAKE
}

int main()
{
    int h[128], *d, wrong = 0;
    for (int i = 0; i < 128; ++i) h[i] = i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    reverse_in_warp<<<1, 128>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; ++i) wrong += h[i] != i / 32 * 32 + 31 - i % 32;
    printf("%d wrong\n", wrong);
    cudaFree(d);
    return wrong;
}

// expected:
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/warp_sync_exchange.cu:11
//   kernel  reverse_in_warp<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (16,0,0): warp 0, lane 16
//   address s[0][16]; s is int [4][32], 512 bytes
//   other   read at emu/tests/mistakes/bad/warp_sync_exchange.cu:12 by block (0,0,0), thread (15,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's write
//   at      emu/tests/mistakes/bad/warp_sync_exchange.cu:12
//   kernel  reverse_in_warp<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (16,0,0): warp 0, lane 16
//   address s[0][15]; s is int [4][32], 512 bytes
//   other   write at emu/tests/mistakes/bad/warp_sync_exchange.cu:11 by block (0,0,0), thread (15,0,0)
//   cure    put __syncthreads() between the two accesses, reached by all threads of the block (__syncwarp() if only lanes of one warp share the element)
// emu: 1 kind of mistake, 128 times; first: race at emu/tests/mistakes/bad/warp_sync_exchange.cu:11
// exit status 64
