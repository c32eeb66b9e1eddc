// category: wgmma-fence
// mistake: nothing orders the zeroes that the threads wrote into D before the first product, which adds to them
// line: 17 18 20
// cure: wgmma_fence() between the loop and the first product
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float d[32];
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    uint64_t desc_a = tile_descriptor(a), desc_b = tile_descriptor(b);
    for (int i = 0; i < 32; i++)
        d[i] = 0;
    // MISTAKE: no wgmma_fence()
    for (int k = 0; k < 4; k++)
        wgmma_m64n64k16_f32_f16_f16(d, desc_a + 2 * k, desc_b + 2 * k, true, false, false);
    wgmma_commit_group();
    wgmma_wait_group(0);
    write_d(D, d);
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}

// expected:
// emu: wgmma_m64n64k16_f32_f16_f16 without wgmma_fence() before it
//   at      emu/tests/mistakes/made/wgmma_fence_missing.cu:20
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (127,0,0): warp 3, lane 31
//   cure    call wgmma_fence() before the first wgmma, and again whenever the registers of D were touched in between: nothing else puts them in order
// emu: 1 kind of mistake, 128 times; first: fence at emu/tests/mistakes/made/wgmma_fence_missing.cu:20
// exit status 1
