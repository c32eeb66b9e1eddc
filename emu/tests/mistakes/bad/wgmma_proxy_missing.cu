// category: wgmma-proxy
// mistake: wgmma reads through the asynchronous proxy; a barrier alone does not make ordinary stores visible to it
// line: 13 17
// cure: fence_proxy_async() by every thread that stored, before the barrier
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float d[32];
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    __syncthreads();    // MISTAKE: no fence_proxy_async() before it
    uint64_t desc_a = tile_descriptor(a), desc_b = tile_descriptor(b);
    wgmma_fence();
    for (int k = 0; k < 4; k++)
        wgmma_m64n64k16_f32_f16_f16(d, desc_a + 2 * k, desc_b + 2 * k, k > 0, false, false);
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
// emu: wgmma reads shared memory that ordinary stores wrote, without a fence: it may see what was there before
//   at      emu/tests/mistakes/bad/wgmma_proxy_missing.cu:17
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (96,0,0): warp 3, lane 0
//   address a[6144]; a is char [TILE], 8192 bytes
//   other   write at emu/tests/mistakes/wgmma_tile.h:24, called at emu/tests/mistakes/bad/wgmma_proxy_missing.cu:11 by thread (0,0,0)
//   cure    write, then let each thread that wrote execute fence.proxy.async, then a barrier of all of them, then let one thread start the reader
// emu: 1 kind of mistake, 1,280 times; first: fence at emu/tests/mistakes/bad/wgmma_proxy_missing.cu:17
// exit status 1
