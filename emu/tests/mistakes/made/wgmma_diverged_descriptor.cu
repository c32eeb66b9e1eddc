// category: wgmma-diverged
// mistake: each warp names its own 16 rows of A, but the descriptor is that of all 64 rows
// line: 16 17 20
// cure: one descriptor for the warpgroup: tile_descriptor(a)
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[2 * TILE];
    char *b = a + TILE;
    float d[32];
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    // MISTAKE: a warpgroup has one A
    uint64_t desc_a = tile_descriptor(a + threadIdx.x / 32 * 16 * ROW), desc_b = tile_descriptor(b);
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
// emu: wgmma_m64n64k16_f32_f16_f16: the threads of a warpgroup ask for different products
//   at      emu/tests/mistakes/made/wgmma_diverged_descriptor.cu:20
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address a + 0 bytes; a is char [2*TILE], 16384 bytes
//   other   the first thread's A begins 6144 bytes further on, its B 0 bytes
//   cure    compute descriptors and the flags from values that all 128 threads share
// emu: 1 kind of mistake, once; first: diverged at emu/tests/mistakes/made/wgmma_diverged_descriptor.cu:20
// exit status 1
