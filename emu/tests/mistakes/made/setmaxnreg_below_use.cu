// category: setmaxnreg
// mistake: all warpgroups give registers back, also the one whose accumulators alone need 32
// line: 16 19
// cure: setmaxnreg_dec where threads load, setmaxnreg_inc where they multiply
#include "../wgmma_tile.h"

__global__ void __launch_bounds__(128, 1) multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float d[32];
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    uint64_t desc_a = tile_descriptor(a), desc_b = tile_descriptor(b);
    setmaxnreg_dec(24);    // MISTAKE: d alone has 32
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
        multiply<<<1, 128>>>(A, B, D);
    });
}

// expected:
// emu: wgmma_m64n64k16_f32_f16_f16 with 32 accumulators a thread in a warpgroup that setmaxnreg_dec left 24 registers
//   at      emu/tests/mistakes/made/setmaxnreg_below_use.cu:19
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (95,0,0): warp 2, lane 31
//   cure    give this warpgroup more registers: as many as its accumulators, and about twenty more
// emu: 1 kind of mistake, 512 times; first: registers at emu/tests/mistakes/made/setmaxnreg_below_use.cu:19
// exit status 1
