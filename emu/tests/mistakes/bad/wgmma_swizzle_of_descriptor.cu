// category: wgmma-swizzle
// mistake: the enums count in opposite directions: 3 is 128 bytes in a tensor map and 32 bytes in a descriptor
// line: 22 23 24 27
// cure: WGMMA_SWIZZLE_128: the names, not the numbers
#include "../wgmma_tile.h"

__global__ void multiply(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
                         float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    __shared__ uint64_t full;
    float d[32];
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
        mbarrier_arrive_expect_tx(&full, 2 * TILE);
        tma_load_2d(a, &map_a, &full, 0, 0);
        tma_load_2d(b, &map_b, &full, 0, 0);
    }
    __syncthreads();
    mbarrier_wait_parity(&full, 0);
    enum wgmma_swizzle swizzle = (enum wgmma_swizzle)CU_TENSOR_MAP_SWIZZLE_128B;    // MISTAKE
    uint64_t desc_a = wgmma_descriptor(a, 16, 1024, swizzle);
    uint64_t desc_b = wgmma_descriptor(b, 16, 1024, swizzle);
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
        CUtensorMap map_a = map_of(A, 64, 64, 64, 64, CU_TENSOR_MAP_SWIZZLE_128B);
        CUtensorMap map_b = map_of(B, 64, 64, 64, 64, CU_TENSOR_MAP_SWIZZLE_128B);
        multiply<<<1, 128>>>(map_a, map_b, D);
    });
}

// expected:
// emu: the descriptor of A says 32-byte swizzle, but the tile was written with 128-byte swizzle
//   at      emu/tests/mistakes/bad/wgmma_swizzle_of_descriptor.cu:27
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (127,0,0): warp 3, lane 31
//   address a[0]; a is char [TILE], 8192 bytes
//   copy    64 rows of 128 bytes with 128-byte swizzle, by the TMA load at emu/tests/mistakes/bad/wgmma_swizzle_of_descriptor.cu:17
//   cure    give the descriptor the swizzle that the tensor map was encoded with
// emu: 1 kind of mistake, 8 times; first: descriptor at emu/tests/mistakes/bad/wgmma_swizzle_of_descriptor.cu:27
// exit status 1
