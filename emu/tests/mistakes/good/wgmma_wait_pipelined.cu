// category: wgmma-wait
// shows: two accumulators in turn: while one group runs on, the other one's registers are read
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[2][TILE], b[TILE];
    float even[32], odd[32];
    store_tile(a[0], A, 64);
    store_tile(a[1], A + 64 * 64, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    wgmma_fence();
    for (int k = 0; k < 4; k++)
        wgmma_m64n64k16_f32_f16_f16(even, tile_descriptor(a[0]) + 2 * k, tile_descriptor(b) + 2 * k, k > 0,
                                    false, false);
    wgmma_commit_group();
    for (int k = 0; k < 4; k++)
        wgmma_m64n64k16_f32_f16_f16(odd, tile_descriptor(a[1]) + 2 * k, tile_descriptor(b) + 2 * k, k > 0,
                                    false, false);
    wgmma_commit_group();
    wgmma_wait_group(1);
    write_d(D, even);
    wgmma_wait_group(0);
    write_d(D + 64 * 64, odd);
}

int main()
{
    return check_product(128, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}
