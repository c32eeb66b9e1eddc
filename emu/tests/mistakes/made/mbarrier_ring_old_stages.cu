// category: mbarrier-ring
// mistake: the ring got a third stage, and the readers still change the parity with every second row
// line: 36 37
// cure: k / STAGES & 1
// hangs: yes
#include "../../hopper/hopper.h"

const int N = 64, STAGES = 3, ROUNDS = 6;

// Warp 2 loads a row after the other, warps 0 and 1 add them up.
__global__ void sum(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[STAGES][N];
    __shared__ __align__(8) uint64_t full[STAGES], empty[STAGES];
    const int t = threadIdx.x;
    if (t == 0) {
        for (int i = 0; i < STAGES; i++) {
            mbarrier_init(&full[i], 1);
            mbarrier_init(&empty[i], N);
        }
        fence_mbarrier_init();
    }
    __syncthreads();
    if (t == N) {
        for (int k = 0; k < ROUNDS; k++) {
            const int s = k % STAGES;
            mbarrier_wait_parity(&empty[s], k / STAGES & 1 ^ 1);
            fence_proxy_async();
            mbarrier_arrive_expect_tx(&full[s], sizeof tile[s]);
            tma_load_2d(tile[s], &map, &full[s], 0, k);
        }
    } else if (t < N) {
        float all = 0;
        for (int k = 0; k < ROUNDS; k++) {
            const int s = k % STAGES;
            mbarrier_wait_parity(&full[s], k / 2 & 1); // MISTAKE
            all += tile[s][t];
            mbarrier_arrive(&empty[s]);
        }
        out[t] = all;
    }
}

int main()
{
    float *in = numbers(N * ROUNDS), *out = zeros(N);
    const CUtensorMap map = map_f32(in, N, ROUNDS, N, 1);
    sum<<<1, N + 32>>>(map, out);
    cudaFree(in);
    return wrong("out", out, N, [](int i) { return ROUNDS * (i + 1) + 15 * N; }) != 0;
}

// expected:
// emu: read of 4 bytes of shared memory before the TMA load into them was waited for
//   at      emu/tests/mistakes/made/mbarrier_ring_old_stages.cu:37
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile + 512 bytes; tile is float [STAGES][N], 768 bytes
//   copy    started at emu/tests/mistakes/made/mbarrier_ring_old_stages.cu:30 by block (0,0,0), thread (64,0,0)
//   barrier full + 16 bytes: phase 0, 1 of 1 arrivals made, 256 of 256 bytes to come
//   wait    by this thread at emu/tests/mistakes/made/mbarrier_ring_old_stages.cu:36 for parity 1, which was over: the barrier was in phase 0
//   cure    wait for the phase that the load's bytes count in: mbarrier_wait_parity(barrier, phase % 2), 0 the first time; with a ring of stages the parity changes after each time round
// emu: arrival at an mbarrier by a thread that cannot know that phase 0 is over: it may count in that one
//   at      emu/tests/mistakes/made/mbarrier_ring_old_stages.cu:29
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address full + 16 bytes
//   barrier phase 0: all arrivals made, 256 bytes to come
//   cure    let the thread wait first for what says that the phase is over: for this barrier, or for the one at which those arrive that have waited for it (full and empty); and let mbarrier_init() count all that arrive, in other blocks of the cluster, too
// emu: arrival at an mbarrier by a thread that cannot know that phase 0 is over: it may count in that one
//   at      emu/tests/mistakes/made/mbarrier_ring_old_stages.cu:38
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address empty + 8 bytes
//   other   phase 0 ended by the arrival at emu/tests/mistakes/made/mbarrier_ring_old_stages.cu:38
//   cure    let the thread wait first for what says that the phase is over: for this barrier, or for the one at which those arrive that have waited for it (full and empty); and let mbarrier_init() count all that arrive, in other blocks of the cluster, too
// emu: the block ends while a TMA load into its shared memory is on its way
//   at      emu/tests/mistakes/made/mbarrier_ring_old_stages.cu:30
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address full + 8 bytes
//   cure    let some thread wait for the phase that the load's bytes count in
// emu: 3 kinds of mistakes, 321 times; first: unwaited at emu/tests/mistakes/made/mbarrier_ring_old_stages.cu:37
// exit status 1
