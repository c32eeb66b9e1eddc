// category: setmaxnreg-pool
// mistake: the sums of even and of odd steps need 64 registers, but the budget is for one chain
// line: 16 19 20
// cure: keep more than the 64 of both, say 96
#include "../wgmma_tile.h"

__global__ void __launch_bounds__(128, 1) multiply(const __half *A, const __half *B, float *D)
{
    __shared__ __align__(1024) char a[TILE], b[TILE];
    float even[32], odd[32];
    store_tile(a, A, 64);
    store_tile(b, B, 64);
    fence_proxy_async();
    __syncthreads();
    uint64_t desc_a = tile_descriptor(a), desc_b = tile_descriptor(b);
    setmaxnreg_dec(56);    // MISTAKE
    wgmma_fence();
    for (int k = 0; k < 4; k += 2) {
        wgmma_m64n64k16_f32_f16_f16(even, desc_a + 2 * k, desc_b + 2 * k, k > 0, false, false);
        wgmma_m64n64k16_f32_f16_f16(odd, desc_a + 2 * k + 2, desc_b + 2 * k + 2, k > 0, false, false);
    }
    wgmma_commit_group();
    wgmma_wait_group(0);
    for (int i = 0; i < 32; i++)
        even[i] += odd[i];
    write_d(D, even);
}

int main()
{
    return check_product(64, 64, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 128>>>(A, B, D);
    });
}

// expected:
// emu: wgmma_m64n64k16_f32_f16_f16 with 64 accumulators a thread in a warpgroup that setmaxnreg.dec left 56 registers
//   at      emu/tests/mistakes/bad/setmaxnreg_two_chains.cu:20
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (95,0,0): warp 2, lane 31
//   cure    give this warpgroup more registers: as many as its accumulators, and about twenty more
// emu: wgmma_m64n64k16_f32_f16_f16 with 64 accumulators a thread in a warpgroup that setmaxnreg.dec left 56 registers
//   at      emu/tests/mistakes/bad/setmaxnreg_two_chains.cu:19
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (95,0,0): warp 2, lane 31
//   cure    give this warpgroup more registers: as many as its accumulators, and about twenty more
// emu: wgmma_m64n64k16_f32_f16_f16 with 64 accumulators a thread in a warpgroup that setmaxnreg.dec left 56 registers
//   at      emu/tests/mistakes/bad/setmaxnreg_two_chains.cu:20
//   kernel  multiply<<<(1,1,1), (128,1,1)>>>
//   thread  block (0,0,0), thread (95,0,0): warp 2, lane 31
//   cure    give this warpgroup more registers: as many as its accumulators, and about twenty more
// emu: 1 kind of mistake, 384 times; first: registers at emu/tests/mistakes/bad/setmaxnreg_two_chains.cu:20
// exit status 1
