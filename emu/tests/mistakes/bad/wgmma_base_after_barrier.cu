// category: wgmma-base
// mistake: the tiles directly follow the barriers: 64 bytes after a multiple of 1024, where the swizzle begins
// line: 12 20 23
// cure: tiles first, or round the address up to 1024 and have 1024 bytes more
#include "../wgmma_tile.h"

// Threads swizzle by the number of the row in the tile, the hardware by bits of the address.
__global__ void multiply(const __half *A, const __half *B, float *D)
{
    extern __shared__ __align__(1024) char memory[];
    uint64_t *barriers = (uint64_t *)memory;
    char *a = (char *)(barriers + 16), *b = a + TILE;    // MISTAKE: 128 bytes of barriers
    float d[32];
    if (threadIdx.x < 16)
        mbarrier_init(&barriers[threadIdx.x], 1);
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
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
        multiply<<<1, 128, 2 * TILE + 1024>>>(A, B, D);
    });
}

// expected:
// emu: misaligned: wgmma_m64n64k16_f32_f16_f16 of A with a 128-byte swizzle, which begins 128 bytes past a multiple of 1024
//   at      emu/tests/mistakes/bad/wgmma_base_after_barrier.cu:23
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (127,0,0): warp 3, lane 31
//   address byte 128 of the dynamic shared memory, which has 17408 bytes
//   cure    a tile begins where its pattern begins, or a few elements of k further in the same row: align its buffer (128-byte swizzle: __align__(1024), and the distance between buffers, too)
// emu: 1 kind of mistake, 8 times; first: misaligned at emu/tests/mistakes/bad/wgmma_base_after_barrier.cu:23
// exit status 1
