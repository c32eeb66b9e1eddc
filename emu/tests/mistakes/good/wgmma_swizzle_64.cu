// category: wgmma-swizzle
// shows: boxes of 32 columns with a 64-byte swizzle: two of them hold a tile, and k goes on in the second
#include "../wgmma_tile.h"

__global__ void multiply(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
                         float *D)
{
    __shared__ __align__(1024) char a[2][TILE / 2], b[2][TILE / 2];
    __shared__ uint64_t full;
    float d[32];
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, 2 * TILE);
        for (int half = 0; half < 2; half++) {
            tma_load_2d(a[half], &map_a, &full, 32 * half, 0);
            tma_load_2d(b[half], &map_b, &full, 32 * half, 0);
        }
    }
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    wgmma_fence();
    for (int k = 0; k < 4; k++) {
        uint64_t desc_a = wgmma_descriptor(a[k / 2], 16, 8 * 64, WGMMA_SWIZZLE_64) + k % 2 * 2;
        uint64_t desc_b = wgmma_descriptor(b[k / 2], 16, 8 * 64, WGMMA_SWIZZLE_64) + k % 2 * 2;
        wgmma_m64n64k16_f32_f16_f16(d, desc_a, desc_b, k > 0, false, false);
    }
    wgmma_commit_group();
    wgmma_wait_group(0);
    write_d(D, d);
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(map_of(A, 64, 64, 64, 32, CU_TENSOR_MAP_SWIZZLE_64B),
                             map_of(B, 64, 64, 64, 32, CU_TENSOR_MAP_SWIZZLE_64B), D);
    });
}
