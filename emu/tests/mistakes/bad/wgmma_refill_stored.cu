// category: wgmma-refill
// mistake: one group is in flight while the next half of k is stored into the tile that it reads
// line: 12 13 18 21
// cure: wgmma_wait_group(0) and a barrier before the tile is stored again
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float d[32];
    for (int half = 0; half < 2; half++) {
        store_tile(a, A + 64 * half, 128);
        store_tile(b, B + 64 * half, 128);
        fence_proxy_async();
        __syncthreads();
        wgmma_fence();
        for (int k = 0; k < 4; k++)
            wgmma_m64n64k16_f32_f16_f16(d, tile_descriptor(a) + 2 * k, tile_descriptor(b) + 2 * k,
                                        half + k > 0, false, false);
        wgmma_commit_group();
        wgmma_wait_group(1);    // MISTAKE: the stage is read until the wait for this very group
        __syncthreads();
    }
    wgmma_wait_group(0);
    write_d(D, d);
}

int main()
{
    return check_product(64, 128, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}

// expected:
// emu: write of 16 bytes of shared memory that a wgmma is still to read
//   at      emu/tests/mistakes/wgmma_tile.h:24, called at emu/tests/mistakes/bad/wgmma_refill_stored.cu:12
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (63,0,0): warp 1, lane 31
//   address a[896]; a is char [TILE], 8192 bytes
//   wgmma   reads it as part of A, started at emu/tests/mistakes/bad/wgmma_refill_stored.cu:18 by warpgroup 0
//   cure    fill a stage again after wgmma.wait_group has returned in the warpgroup that reads it, with a barrier between
// emu: write of 16 bytes of shared memory that a wgmma is still to read
//   at      emu/tests/mistakes/wgmma_tile.h:24, called at emu/tests/mistakes/bad/wgmma_refill_stored.cu:13
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (63,0,0): warp 1, lane 31
//   address b[896]; b is char [TILE], 8192 bytes
//   wgmma   reads it as part of B, started at emu/tests/mistakes/bad/wgmma_refill_stored.cu:18 by warpgroup 0
//   cure    fill a stage again after wgmma.wait_group has returned in the warpgroup that reads it, with a barrier between
// emu: 1 kind of mistake, 1,024 times; first: race at emu/tests/mistakes/wgmma_tile.h:24, called at emu/tests/mistakes/bad/wgmma_refill_stored.cu:12
// exit status 1
