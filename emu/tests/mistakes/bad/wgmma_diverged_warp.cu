// category: wgmma-diverged
// mistake: the last 16 rows are outside the matrix, so the last warp skips the products
// line: 17 19 20 21
// cure: all four warps take part; guard the stores to D instead
#include "../wgmma_tile.h"

__global__ void multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float d[32];
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    uint64_t desc_a = tile_descriptor(a), desc_b = tile_descriptor(b);
    wgmma_fence();
    if (threadIdx.x / 32 < 3)    // MISTAKE: rows 48 to 63 are not asked for
        for (int k = 0; k < 4; k++)
            wgmma_m64n64k16_f32_f16_f16(d, desc_a + 2 * k, desc_b + 2 * k, k > 0, false, false);
    wgmma_commit_group();
    wgmma_wait_group(0);
    for (int i = 0; i < 32; i++)
        if (row_of(i) < 48)
            D[row_of(i) * 64 + column_of(i)] = d[i];
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}

// expected:
// emu: wgmma_m64n64k16_f32_f16_f16 by a diverged warpgroup: here: warp 0, warp 1, warp 2; not here: warp 3
//   at      emu/tests/mistakes/bad/wgmma_diverged_warp.cu:19
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    a warpgroup executes it as one: choose what its four warps do by a number that is the same in all 128 threads (threadIdx.x / 128), and let none return before
// emu: 1 kind of mistake, once; first: diverged at emu/tests/mistakes/bad/wgmma_diverged_warp.cu:19
// exit status 1
