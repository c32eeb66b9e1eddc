// category: mbarrier-count
// mistake: readers of both blocks say that the stage is empty, but one arrival is counted
// line: 16 24 33
// cure: mbarrier_init(&empty, 2)
#include "../../hopper/hopper.h"

const int N = 64, ROUNDS = 4;

__global__ void __cluster_dims__(2, 1, 1) sum(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full, empty;
    const int rank = cluster_ctarank(), half = N / 2;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        mbarrier_init(&empty, 1); // one warp reads, in each of two blocks
        fence_mbarrier_init();
    }
    barrier_cluster_sync();
    float all = 0;
    for (int k = 0; k < ROUNDS; k++)
        if (threadIdx.x == 32) {
            mbarrier_wait_parity_cluster(&empty, k & 1 ^ 1);
            mbarrier_arrive_expect_tx(&full, sizeof tile); // MISTAKE
            tma_load_2d_multicast(tile + rank * half, &map, &full, rank * half, k, 3);
        } else if (threadIdx.x < 32) {
            mbarrier_wait_parity_cluster(&full, k & 1);
            all += tile[threadIdx.x] + tile[threadIdx.x + half];
            fence_proxy_async();
            __syncwarp();
            // both blocks send to this stage: both have to know
            if (threadIdx.x < 2)
                mbarrier_arrive_cluster(&empty, threadIdx.x);
        }
    if (threadIdx.x < 32)
        out[blockIdx.x * 32 + threadIdx.x] = all;
    barrier_cluster_sync();
}

int main()
{
    float *in = numbers(N * ROUNDS), *out = zeros(N);
    const CUtensorMap map = map_f32(in, N, ROUNDS, N / 2, 1);
    sum<<<2, 64>>>(map, out);
    cudaFree(in);
    return wrong("out", out, N, [](int i) {
        return 2 * ROUNDS * (i % 32 + 1) + ROUNDS * 32 + 12 * N;
    }) != 0;
}

// expected:
// emu: read of 4 bytes of shared memory before the TMA load into them was waited for
//   at      emu/tests/mistakes/made/mbarrier_count_without_peers.cu:28
//   kernel  sum<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address tile + 0 bytes; tile is float [N], 256 bytes
//   copy    started at emu/tests/mistakes/made/mbarrier_count_without_peers.cu:25 by block (0,0,0), thread (32,0,0)
//   barrier full: phase 1, 0 of 1 arrivals made, 0 of 0 bytes to come
//   wait    by this thread at emu/tests/mistakes/made/mbarrier_count_without_peers.cu:27 for parity 0, which was over: the barrier was in phase 1
//   cure    wait for the phase that the load's bytes count in: mbarrier_wait_parity(barrier, phase % 2), 0 the first time; with a ring of stages the parity changes after each time round
// emu: arrival at an mbarrier by a thread that cannot know that phase 0 is over: it may count in that one
//   at      emu/tests/mistakes/made/mbarrier_count_without_peers.cu:33
//   kernel  sum<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address empty
//   other   phase 0 ended by the arrival at emu/tests/mistakes/made/mbarrier_count_without_peers.cu:33
//   cure    let the thread wait first for what says that the phase is over: for this barrier, or for the one at which those arrive that have waited for it (full and empty); and let mbarrier_init() count all that arrive, in other blocks of the cluster, too
// emu: arrival at an mbarrier by a thread that cannot know that phase 1 is over: it may count in that one
//   at      emu/tests/mistakes/made/mbarrier_count_without_peers.cu:24
//   kernel  sum<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (32,0,0): warp 1, lane 0
//   address full
//   barrier phase 1: all arrivals made, 256 bytes to come
//   cure    let the thread wait first for what says that the phase is over: for this barrier, or for the one at which those arrive that have waited for it (full and empty); and let mbarrier_init() count all that arrive, in other blocks of the cluster, too
// emu: arrival at an mbarrier whose phase 1 has all its 1 arrivals and waits for bytes
//   at      emu/tests/mistakes/made/mbarrier_count_without_peers.cu:24
//   kernel  sum<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (32,0,0): warp 1, lane 0
//   address full
//   cure    let as many threads arrive in a phase as mbarrier_init() said, and none for the next phase before this one is over
// emu: 2 kinds of mistakes, 37 times; first: unwaited at emu/tests/mistakes/made/mbarrier_count_without_peers.cu:28
// exit status 1
