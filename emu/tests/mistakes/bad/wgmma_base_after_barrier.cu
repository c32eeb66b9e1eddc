// category: wgmma-base
// mistake: the tiles follow the barriers directly: 64 bytes behind a multiple of 1024, where the swizzle begins
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
