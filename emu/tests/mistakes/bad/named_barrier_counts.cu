// category: named-barrier
// mistake: the writers count themselves and the readers, the readers count themselves only
// line: 14 16
// cure: barrier_sync(1, 128) on both sides: 64 that write and 64 that read
#include "../wgmma_tile.h"

// out[t] = 2 in[t]: two warps write, two others read.
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
