// category: named-barrier
// mistake: the writers count themselves and the readers, the readers count themselves only
// line: 14 16
// cure: barrier_sync(1, 128) on both sides: 64 that write and 64 that read
#include "../wgmma_tile.h"

// out[t] = 2 in[t]: two warps write, two other warps read.
__global__ void pass_on(const float *in, float *out)
{
    __shared__ float values[64];
    int t = threadIdx.x % 64;
    if (threadIdx.x < 64) {
        values[t] = 2 * in[t];
        barrier_arrive(1, 128);
    } else {
        barrier_sync(1, 64);    // MISTAKE: 128 threads meet here
        out[t] = values[t];
    }
}

int main()
{
    float h[64], *in, *out;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    pass_on<<<1, 128>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 64; i++) wrong += h[i] != 2 * i;
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}

// expected:
// emu: barrier 1 for 64 threads, while other threads wait there for 128
//   at      emu/tests/mistakes/bad/named_barrier_counts.cu:16
//   kernel  pass_on<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address barrier 1
//   other   64 threads came to it at emu/tests/mistakes/bad/named_barrier_counts.cu:14
//   cure    let all threads that meet at a barrier pass the same number of threads, and give each separate group of warps its own barrier number
// emu: 1 kind of mistake, once; first: barrier at emu/tests/mistakes/bad/named_barrier_counts.cu:16
// exit status 1
