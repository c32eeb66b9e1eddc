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

// expected:
// emu: shuffle: lane 0 reads from lane 16, which does not take part
//   at      emu/tests/mistakes/bad/warp_mask_caller_left_out.cu:13
//   kernel  warp_max<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    let every lane that is read from take part, with its bit in the mask
// emu: warp operation: lane 16 calls with mask 0x0000ffff, which leaves it out
//   at      emu/tests/mistakes/bad/warp_mask_caller_left_out.cu:13
//   kernel  warp_max<<<(1,1,1), (32,1,1)>>>
//   thread  block (0,0,0), thread (16,0,0): warp 0, lane 16
//   cure    the mask must name every lane that calls, itself included
// emu: 1 kind of mistake, 17 times; first: warp at emu/tests/mistakes/bad/warp_mask_caller_left_out.cu:13
// exit status 1
