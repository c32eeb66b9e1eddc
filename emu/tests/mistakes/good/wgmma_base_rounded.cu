// category: wgmma-base
// shows: barriers first, the tiles after them rounded up to 1024; along k the descriptor moves inside a row
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    extern __shared__ __align__(16) char memory[];
    uint64_t *full = (uint64_t *)memory;
    char *a = memory + 64;
    a += (1024 - (uintptr_t)a % 1024) % 1024;
    char *b = a + TILE;
    float d[32];
    if (threadIdx.x == 0)
        mbarrier_init(full, 128);
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    mbarrier_arrive(full);
    mbarrier_wait_parity(full, 0);
    wgmma_fence();
    for (int k = 0; k < 4; k++)
        wgmma_m64n64k16_f32_f16_f16(d, tile_descriptor(a + 32 * k), tile_descriptor(b) + 2 * k, k > 0, false,
                                    false);
    wgmma_commit_group();
    wgmma_wait_group(0);
    write_d(D, d);
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128, 2 * TILE + 2048>>>(A, B, D);
    });
}
