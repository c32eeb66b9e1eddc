// category: mbarrier-multicast
// mistake: block 1 loads nothing itself, so it expects nothing: but block 0 sends it the row
// line: 23 27
// cure: both expect sizeof tile
#include "../../hopper/hopper.h"

const int N = 64;

// Block 0 fetches the row for both.
__global__ void __cluster_dims__(2, 1, 1) copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    barrier_cluster_sync();
    if (threadIdx.x == 0) {
        if (cluster_ctarank() == 0)
            mbarrier_arrive_expect_tx(&full, sizeof tile);
        else
            mbarrier_arrive(&full); // MISTAKE
    }
    barrier_cluster_sync();
    if (cluster_ctarank() == 0 && threadIdx.x == 0)
        tma_load_2d_multicast(tile, &map, &full, 0, 0, 3);
    mbarrier_wait_parity_cluster(&full, 0);
    out[blockIdx.x * N + threadIdx.x] = tile[threadIdx.x];
    barrier_cluster_sync();
}

int main()
{
    float *in = numbers(N), *out = zeros(2 * N);
    const CUtensorMap map = map_f32(in, N, 1, N, 1);
    copy<<<2, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, 2 * N, [](int i) { return i % N + 1; }) != 0;
}

// expected:
// emu: read of 4 bytes of shared memory before the TMA load into them was waited for
//   at      emu/tests/mistakes/bad/mbarrier_bytes_of_peer.cu:29
//   kernel  copy<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address tile[0]; tile is float [N], 256 bytes
//   copy    started at emu/tests/mistakes/bad/mbarrier_bytes_of_peer.cu:27 by block (0,0,0), thread (0,0,0)
//   barrier full: phase 1, 0 of 1 arrivals made, 0 of 0 bytes to come
//   wait    by this thread at emu/tests/mistakes/bad/mbarrier_bytes_of_peer.cu:28 for parity 0, which was over: the barrier was in phase 1
//   cure    wait for the phase that the load's bytes count in: mbarrier.try_wait.parity with the parity phase % 2, 0 the first time; with a ring of stages the parity changes after each time round
// emu: the block ends while a TMA load into its shared memory is in flight
//   at      emu/tests/mistakes/bad/mbarrier_bytes_of_peer.cu:27
//   kernel  copy<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address full
//   cure    let the block that the load goes to wait for it, or leave it out of the mask
// emu: 2 kinds of mistakes, 65 times; first: unwaited at emu/tests/mistakes/bad/mbarrier_bytes_of_peer.cu:29
// exit status 1
