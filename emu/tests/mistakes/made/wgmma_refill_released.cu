// category: wgmma-refill
// mistake: the stage is released before the products that read it have been waited for
// line: 28 29 39 43
// cure: first the wait, then the arrival at empty
#include "../wgmma_tile.h"

const int STAGES = 2;

// Warp 0 of warpgroup 0 loads, warpgroup 1 multiplies.
__global__ void multiply(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b,
                         float *D, int tiles)
{
    __shared__ __align__(1024) char a[STAGES][TILE], b[STAGES][TILE];
    __shared__ uint64_t full[STAGES], empty[STAGES];
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            mbarrier_init(&full[s], 1);
            mbarrier_init(&empty[s], 1);
        }
        fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int t = 0; t < tiles; t++) {
            int s = t % STAGES;
            mbarrier_wait_parity(&empty[s], t / STAGES % 2 ^ 1);
            mbarrier_arrive_expect_tx(&full[s], 2 * TILE);
            tma_load_2d(a[s], &map_a, &full[s], 64 * t, 0);
            tma_load_2d(b[s], &map_b, &full[s], 64 * t, 0);
        }
    if (threadIdx.x < 128)
        return;
    float d[32];
    for (int t = 0; t < tiles; t++) {
        int s = t % STAGES;
        mbarrier_wait_parity(&full[s], t / STAGES % 2);
        wgmma_fence();
        for (int k = 0; k < 4; k++)
            wgmma_m64n64k16_f32_f16_f16(d, tile_descriptor(a[s]) + 2 * k, tile_descriptor(b[s]) + 2 * k,
                                        t + k > 0, false, false);
        wgmma_commit_group();
        if (threadIdx.x == 128)
            mbarrier_arrive(&empty[s]);    // MISTAKE: before the wait
        wgmma_wait_group(0);
    }
    wgmma_wait_group(0);
    write_d(D, d);
}

int main()
{
    return check_product(64, 64 * 7, [](const __half *A, const __half *B, float *D) {
        multiply<<<1, 256>>>(map_of(A, 64, 64 * 7, 64, 64, CU_TENSOR_MAP_SWIZZLE_128B),
                             map_of(B, 64, 64 * 7, 64, 64, CU_TENSOR_MAP_SWIZZLE_128B), D, 7);
    });
}

// expected:
// emu: race in shared memory: TMA load into a place that another thread has read, not ordered with that read
//   at      emu/tests/mistakes/made/wgmma_refill_released.cu:28
//   kernel  multiply<<<(1,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address a + 0 bytes; a is char [STAGES][TILE], 16384 bytes
//   other   asynchronous read at emu/tests/mistakes/made/wgmma_refill_released.cu:39 by block (0,0,0), thread (128,0,0)
//   cure    a thread that reads the loaded data must wait for the load's barrier first. A thread that reads the previous data must arrive at a barrier (empty) after its last read: as many arrivals as mbarrier_init() declared, in every block that the load writes to. The loading thread must wait for that barrier
// emu: race in shared memory: TMA load into a place that another thread has read, not ordered with that read
//   at      emu/tests/mistakes/made/wgmma_refill_released.cu:29
//   kernel  multiply<<<(1,1,1), (256,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address b + 0 bytes; b is char [STAGES][TILE], 16384 bytes
//   other   asynchronous read at emu/tests/mistakes/made/wgmma_refill_released.cu:39 by block (0,0,0), thread (128,0,0)
//   cure    a thread that reads the loaded data must wait for the load's barrier first. A thread that reads the previous data must arrive at a barrier (empty) after its last read: as many arrivals as mbarrier_init() declared, in every block that the load writes to. The loading thread must wait for that barrier
// emu: 1 kind of mistake, 10 times; first: race at emu/tests/mistakes/made/wgmma_refill_released.cu:28
// exit status 1
