// category: wgmma-load
// shows: one stage and one warpgroup, which loads and multiplies in turn: no second barrier, because the block meets
// after each product
#include "../wgmma_tile.h"

__global__ void multiply(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
                         float *D, int steps)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    __shared__ uint64_t full;
    float d[32];
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    __syncthreads();
    for (int step = 0; step < steps; step++) {
        if (threadIdx.x == 0) {
            mbarrier_arrive_expect_tx(&full, 2 * TILE);
            tma_load_2d(a, &map_a, &full, 64 * step, 0);
            tma_load_2d(b, &map_b, &full, 64 * step, 0);
        }
        mbarrier_wait_parity(&full, step & 1);
        wgmma_fence();
        for (int k = 0; k < 4; k++)
            wgmma_m64n64k16_f32_f16_f16(d, tile_descriptor(a) + 2 * k, tile_descriptor(b) + 2 * k, step + k > 0,
                                        false, false);
        wgmma_commit_group();
        wgmma_wait_group(0);
        __syncthreads();
    }
    write_d(D, d);
}

int main()
{
    return check_product(64, 128, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(map_of(A, 64, 128, 64, 64, CU_TENSOR_MAP_SWIZZLE_128B),
                             map_of(B, 64, 128, 64, 64, CU_TENSOR_MAP_SWIZZLE_128B), D, 2);
    });
}
