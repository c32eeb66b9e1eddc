// category: wgmma-refill
// mistake: one group runs on while the next half of k is stored into the very tile that it reads
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
