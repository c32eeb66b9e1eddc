// category: syncwarp-mask
// mistake: lanes 16 to 31 leave themselves out of the mask they pass to __syncwarp
// line: 12
// cure: all lanes pass the same mask, and each is in it: __syncwarp()
#include <cstdio>

__global__ void exchange(int *x)
{
    __shared__ int s[32];
    int lane = threadIdx.x;
    s[lane] = x[lane] * 10;
    __syncwarp(0x0000ffff);     // MISTAKE
    x[lane] = s[31 - lane];
}

int main()
{
    int h[32], *d;
    for (int i = 0; i < 32; ++i) h[i] = i;
    cudaMalloc(&d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    exchange<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(d);
    return h[0] != 310;
}

// expected:
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's read
//   at      emu/tests/mistakes/bad/syncwarp_masks_differ.cu:11
//   kernel  exchange<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (16,0,0): warp 0, lane 16
//   address s[16]; s is int [32], 128 bytes
//   other   read at emu/tests/mistakes/bad/syncwarp_masks_differ.cu:13 by block (0,0,0), thread (15,0,0)
//   cure    put __syncwarp() between the two accesses: lanes of a warp do not run in step
// emu: warp operation: lane 16 calls with mask 0x0000ffff, which leaves it out
//   at      emu/tests/mistakes/bad/syncwarp_masks_differ.cu:12
//   kernel  exchange<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (16,0,0): warp 0, lane 16
//   cure    the mask must name every lane that calls, itself included
// emu: 2 kinds of mistakes, 2 times; first: race at emu/tests/mistakes/bad/syncwarp_masks_differ.cu:11
// exit status 1
