// category: wgmma-distances
// mistake: stride and leading are mixed up: K-major tiles have 1024 bytes from 8 rows to the next as their stride
// line: 15 16 19
// cure: wgmma_descriptor(tile, 16, 1024, WGMMA_SWIZZLE_128)
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float d[32];
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    uint64_t desc_a = wgmma_descriptor(a, 1024, 16, WGMMA_SWIZZLE_128);    // MISTAKE
    uint64_t desc_b = wgmma_descriptor(b, 1024, 16, WGMMA_SWIZZLE_128);
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
// emu: the descriptor of A makes wgmma_m64n64k16_f32_f16_f16 read the same bytes twice: found leading 1024, stride 16
//   at      emu/tests/mistakes/made/wgmma_distances_swapped.cu:19
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (127,0,0): warp 3, lane 31
//   address a + 0 bytes; a is char [TILE], 8192 bytes
//   cure    expected a stride of at least 1024: 8 rows of 128 bytes lie in between. Leading and stride may have been mixed up (wgmma_descriptor says which is which)
// emu: 1 kind of mistake, 8 times; first: descriptor at emu/tests/mistakes/made/wgmma_distances_swapped.cu:19
// exit status 1
