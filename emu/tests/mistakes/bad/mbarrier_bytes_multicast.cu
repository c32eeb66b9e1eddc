// category: mbarrier-multicast
// mistake: a block expects only the half that it fetches itself, not the half that its peer sends
// line: 23 24
// cure: expect sizeof tile
#include "../../hopper/hopper.h"

const int N = 64;

// Each block of a pair fetches half of the row for both.
__global__ void __cluster_dims__(2, 1, 1) copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    const int rank = cluster_ctarank(), half = N / 2;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    barrier_cluster_sync();

    if (threadIdx.x == 0) {
        // sizeof tile comes
        mbarrier_arrive_expect_tx(&full, sizeof tile / 2); // MISTAKE
        tma_load_2d_multicast(tile + rank * half, &map, &full, rank * half, 0, 3);
    }
    mbarrier_wait_parity_cluster(&full, 0);
    out[blockIdx.x * N + threadIdx.x] = tile[threadIdx.x];
    barrier_cluster_sync();
}

int main()
{
    float *in = numbers(N), *out = zeros(2 * N);
    const CUtensorMap map = map_f32(in, N, 1, N / 2, 1);
    copy<<<2, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, 2 * N, [](int i) { return i % N + 1; }) != 0;
}

// expected:
// emu: race in shared memory: TMA load into a place that another thread has read, not ordered with that read
//   at      emu/tests/mistakes/bad/mbarrier_bytes_multicast.cu:24
//   kernel  copy<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address of block (1,0,0) of the cluster: tile[0]; tile is float [N], 256 bytes
//   other   read at emu/tests/mistakes/bad/mbarrier_bytes_multicast.cu:27 by block (1,0,0), thread (31,0,0)
//   cure    a thread that reads the loaded data must wait for the load's barrier first. A thread that reads the previous data must arrive at a barrier (empty) after its last read: as many arrivals as mbarrier.init declared, in every block that the load writes to. The loading thread must wait for that barrier
// emu: 256 bytes are in flight to an mbarrier whose phase 0 was set to expect 128: it ends before all of them have come, or never
//   at      emu/tests/mistakes/bad/mbarrier_bytes_multicast.cu:23
//   kernel  copy<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address full
//   expect  at emu/tests/mistakes/bad/mbarrier_bytes_multicast.cu:23: 128 bytes
//   copy    at emu/tests/mistakes/bad/mbarrier_bytes_multicast.cu:24: 128 bytes by multicast from block (1,0,0)
//   copy    at emu/tests/mistakes/bad/mbarrier_bytes_multicast.cu:24: 128 bytes by multicast
//   cure    let mbarrier.arrive.expect_tx count all that comes in the phase: boxes outside the matrix count in full, and so does what other blocks of the cluster send here
// emu: the block ends while a TMA load into its shared memory is in flight
//   at      emu/tests/mistakes/bad/mbarrier_bytes_multicast.cu:24
//   kernel  copy<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address full
//   cure    let the block that the load goes to wait for it, or leave it out of the mask
// emu: read of 4 bytes of shared memory that nothing has written
//   at      emu/tests/mistakes/bad/mbarrier_bytes_multicast.cu:27
//   kernel  copy<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address tile[0]; tile is float [N], 256 bytes
//   cure    let some thread store to the element before it is read, with a barrier between
// emu: 4 kinds of mistakes, 4 times; first: race at emu/tests/mistakes/bad/mbarrier_bytes_multicast.cu:24
// exit status 1
