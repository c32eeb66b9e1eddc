// category: warp-mask
// mistake: all 32 lanes call the shuffle, the mask names lanes 0 to 15 only
// line: 13
// cure: 0xffffffff, every calling lane must be in the mask it passes
#include <cstdio>

#define MASK 0xffff

__global__ void warp_max(const float *x, float *r)
{
    float v = x[threadIdx.x];
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_xor_sync(MASK, v, d));      // MISTAKE
    r[threadIdx.x] = v;
}

int main()
{
    float h[32], *x, *r;
    for (int i = 0; i < 32; ++i) h[i] = (i * 11) % 32;
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&r, sizeof(h));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    warp_max<<<1, 32>>>(x, r);
    cudaMemcpy(h, r, sizeof(h), cudaMemcpyDeviceToHost);
    printf("max %g\n", h[0]);
    cudaFree(x);
    cudaFree(r);
    return h[0] != 31;
}
