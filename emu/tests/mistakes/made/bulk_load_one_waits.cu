// category: bulk-load-wait
// mistake: one thread waits for the load, and the other threads read too early
// line: 20 24
// cure: let every thread wait, or put __syncthreads() after the wait
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, 0, 0);
        mbarrier_wait_parity(&full, 0);
    }
    // no __syncthreads()
    out[threadIdx.x] = tile[threadIdx.x]; // MISTAKE
}

int main()
{
    float *in = numbers(N), *out = zeros(N);
    const CUtensorMap map = map_f32(in, N, 1, N, 1);
    copy<<<1, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: race in shared memory: TMA load into a place that another thread has read, not ordered with that read
//   at      emu/tests/mistakes/made/bulk_load_one_waits.cu:20
//   kernel  copy<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile + 128 bytes; tile is float [N], 256 bytes
//   other   read at emu/tests/mistakes/made/bulk_load_one_waits.cu:24 by block (0,0,0), thread (62,0,0)
//   cure    a thread that reads the loaded data must wait for the load's barrier first. A thread that reads the previous data must arrive at a barrier (empty) after its last read: as many arrivals as mbarrier_init() declared, in every block that the load writes to. The loading thread must wait for that barrier
// emu: race in shared memory: read of 4 bytes, not ordered with another thread's TMA load
//   at      emu/tests/mistakes/made/bulk_load_one_waits.cu:24
//   kernel  copy<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address tile + 4 bytes; tile is float [N], 256 bytes
//   other   TMA load at emu/tests/mistakes/made/bulk_load_one_waits.cu:20 by block (0,0,0), thread (0,0,0)
//   cure    let this thread also wait for the load's mbarrier (mbarrier_wait_parity), or reach a barrier after a thread that has waited
// emu: 1 kind of mistake, 32 times; first: race at emu/tests/mistakes/made/bulk_load_one_waits.cu:20
// exit status 1
