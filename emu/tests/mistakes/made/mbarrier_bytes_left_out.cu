// category: mbarrier-bytes-missing
// mistake: the mask names the block that loads, and not its peer, which expects the bytes, too
// line: 22 23
// cure: the mask 3
// hangs: yes
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
        mbarrier_arrive_expect_tx(&full, sizeof tile);
    }
    barrier_cluster_sync();
    if (cluster_ctarank() == 0 && threadIdx.x == 0)
        tma_load_2d_multicast(tile, &map, &full, 0, 0, 1); // MISTAKE
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
// emu: deadlock: nobody can go on, and a thread waits at an mbarrier
//   at      emu/tests/mistakes/made/mbarrier_bytes_left_out.cu:23
//   kernel  copy<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address 64 threads wait at mbarriers
//   barrier full of block 1 of the cluster: phase 0, all arrivals made, 256 of 256 bytes missing
//             waited for by 64 threads, (0,0,0) first, parity 0, at emu/tests/mistakes/made/mbarrier_bytes_left_out.cu:23
//   others  64 threads at barrier_cluster_wait, (0,0,0) first, at emu/tests/mistakes/made/mbarrier_bytes_left_out.cu:25
//   cure    which arrivals or bytes does the phase wait for, and which thread must make them? A wait with the wrong parity waits for a phase that never ends: 0 for the first phase, then 1, 0, 1 ...; a wait for an empty stage begins with 1
// emu: 1 kind of mistake, once; first: deadlock at emu/tests/mistakes/made/mbarrier_bytes_left_out.cu:23
// exit status 1
