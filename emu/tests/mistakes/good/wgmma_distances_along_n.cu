// category: wgmma-distances
// shows: B read along n, from two boxes side by side: leading leads from one to the other
#include "../wgmma_tile.h"

// B is stored k x 128, of which n is 128: two boxes of 64 columns side by side, read along n.
__global__ void multiply(const __half *A, const __grid_constant__ CUtensorMap map_b, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[2 * TILE];
    __shared__ uint64_t full;
    float d[64];
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, 2 * TILE);
        tma_load_2d(b, &map_b, &full, 0, 0);
        tma_load_2d(b + TILE, &map_b, &full, 64, 0);
    }
    store_tile(a, A, 64);
    fence_proxy_async();
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    wgmma_fence();
    for (int k = 0; k < 4; k++) {
        // 16 rows of k further on are 2048 bytes.
        uint64_t desc_b = wgmma_descriptor(b + 2048 * k, TILE, 1024, WGMMA_SWIZZLE_128);
        wgmma_m64n128k16_f32_f16_f16(d, tile_descriptor(a) + 2 * k, desc_b, k > 0, false, true);
    }
    wgmma_commit_group();
    wgmma_wait_group(0);
    for (int i = 0; i < 64; i++) {
        int column = i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
        if (column < 64)
            D[row_of(i % 4) * 64 + column] = d[i];
    }
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        // Columns 64 to 127 are outside of the matrix: zeroes.
        multiply<<<1, 128>>>(A, map_of(B, 64, 64, 64, 64, CU_TENSOR_MAP_SWIZZLE_128B), D);
    }, true);
}
