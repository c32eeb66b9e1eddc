// category: bulk-load-wait
// mistake: __syncthreads() does not wait for the copy engine
// line: 20 24
// cure: mbarrier_wait_parity(&full, 0) instead
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
    }
    // no mbarrier_wait_parity(&full, 0)
    __syncthreads();
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
// emu: read of 4 bytes of shared memory before the TMA load into them was waited for
//   at      emu/tests/mistakes/bad/bulk_load_not_waited.cu:24
//   kernel  copy<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (31,0,0): warp 0, lane 31
//   address tile[31]; tile is float [N], 256 bytes
//   copy    started at emu/tests/mistakes/bad/bulk_load_not_waited.cu:20 by block (0,0,0), thread (0,0,0)
//   barrier full: phase 0, 1 of 1 arrivals made, 256 of 256 bytes to come
//   wait    none by this thread at that barrier last
//   cure    wait for the phase that the load's bytes count in: mbarrier.try_wait.parity with the parity phase % 2, 0 the first time; with a ring of stages the parity changes after each time round
// emu: the block ends while a TMA load into its shared memory is in flight
//   at      emu/tests/mistakes/bad/bulk_load_not_waited.cu:20
//   kernel  copy<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address full
//   cure    let some thread wait for the phase that the load's bytes count in
// emu: 2 kinds of mistakes, 65 times; first: unwaited at emu/tests/mistakes/bad/bulk_load_not_waited.cu:24
// exit status 1
