// category: mbarrier-count
// mistake: each block waits for its own readers alone, and sends to the stage of both
// line: 25 28
// cure: mbarrier_init(&empty, 2), and readers arrive in both blocks
#include "../../hopper/hopper.h"

const int N = 64, ROUNDS = 4;

__global__ void __cluster_dims__(2, 1, 1) sum(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full, empty;
    const int rank = cluster_ctarank(), half = N / 2;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        mbarrier_init(&empty, 1); // one warp reads
        fence_mbarrier_init();
    }
    barrier_cluster_sync();
    float all = 0;
    for (int k = 0; k < ROUNDS; k++)
        if (threadIdx.x == 32) {
            mbarrier_wait_parity_cluster(&empty, k & 1 ^ 1);
            mbarrier_arrive_expect_tx(&full, sizeof tile);
            tma_load_2d_multicast(tile + rank * half, &map, &full, rank * half, k, 3); // MISTAKE
        } else if (threadIdx.x < 32) {
            mbarrier_wait_parity_cluster(&full, k & 1);
            all += tile[threadIdx.x] + tile[threadIdx.x + half];
            fence_proxy_async();
            __syncwarp();
            if (threadIdx.x == 0)
                mbarrier_arrive(&empty); // the other block's loader is not signalled
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
//   at      emu/tests/mistakes/bad/mbarrier_count_own_readers.cu:28
//   kernel  sum<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (0,0,0): warp 0, lane 0
//   address tile[0]; tile is float [N], 256 bytes
//   copy    started at emu/tests/mistakes/bad/mbarrier_count_own_readers.cu:25 by block (0,0,0), thread (32,0,0)
//   barrier full: phase 1, 0 of 1 arrivals made, 0 of 0 bytes to come
//   wait    by this thread at emu/tests/mistakes/bad/mbarrier_count_own_readers.cu:27 for parity 0, which was over: the barrier was in phase 1
//   cure    wait for the phase that the load's bytes count in: mbarrier.try_wait.parity with the parity phase % 2, 0 the first time; with a ring of stages the parity changes after each time round
// emu: race in shared memory: TMA load into a place that another thread has read, not ordered with that read
//   at      emu/tests/mistakes/bad/mbarrier_count_own_readers.cu:25
//   kernel  sum<<<(2,1,1), (64,1,1)>>>
//   thread  block (1,0,0), thread (32,0,0): warp 1, lane 0
//   address of block (0,0,0) of the cluster: tile[32]; tile is float [N], 256 bytes
//   other   read at emu/tests/mistakes/bad/mbarrier_count_own_readers.cu:28 by block (0,0,0), thread (31,0,0)
//   cure    a thread that reads the loaded data must wait for the load's barrier first. A thread that reads the previous data must arrive at a barrier (empty) after its last read: as many arrivals as mbarrier.init declared, in every block that the load writes to. The loading thread must wait for that barrier
// emu: read of 4 bytes of shared memory before the TMA load into them was waited for
//   at      emu/tests/mistakes/bad/mbarrier_count_own_readers.cu:28
//   kernel  sum<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile[32]; tile is float [N], 256 bytes
//   copy    started at emu/tests/mistakes/bad/mbarrier_count_own_readers.cu:25 by block (1,0,0), thread (32,0,0)
//   barrier full: phase 2, 0 of 1 arrivals made, 0 of 0 bytes to come
//   wait    by this thread at emu/tests/mistakes/bad/mbarrier_count_own_readers.cu:27 for parity 1, which was over: the barrier was in phase 2
//   cure    wait for the phase that the load's bytes count in: mbarrier.try_wait.parity with the parity phase % 2, 0 the first time; with a ring of stages the parity changes after each time round
// emu: 2 kinds of mistakes, 99 times; first: unwaited at emu/tests/mistakes/bad/mbarrier_count_own_readers.cu:28
// exit status 1
