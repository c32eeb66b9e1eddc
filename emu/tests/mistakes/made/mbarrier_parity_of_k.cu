// category: mbarrier-parity
// mistake: the parity changes with each step, not with each pass through the ring
// line: 36 37
// cure: k / STAGES & 1
// hangs: yes
#include "../../hopper/hopper.h"

const int N = 64, STAGES = 2, ROUNDS = 6;

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
            mbarrier_wait_parity(&full[s], k & 1); // MISTAKE
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
//   at      emu/tests/mistakes/made/mbarrier_parity_of_k.cu:37
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile + 256 bytes; tile is float [STAGES][N], 512 bytes
//   copy    started at emu/tests/mistakes/made/mbarrier_parity_of_k.cu:30 by block (0,0,0), thread (64,0,0)
//   barrier full + 8 bytes: phase 0, 1 of 1 arrivals made, 256 of 256 bytes to come
//   wait    by this thread at emu/tests/mistakes/made/mbarrier_parity_of_k.cu:36 for parity 1, which was over: the barrier was in phase 0
//   cure    wait for the phase that the load's bytes count in: mbarrier_wait_parity(barrier, phase % 2), 0 the first time; with a ring of stages the parity changes after each time round
// emu: arrival at an mbarrier by a thread that cannot know that phase 0 is over: it may count in that one
//   at      emu/tests/mistakes/made/mbarrier_parity_of_k.cu:38
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (22,0,0): warp 0, lane 22
//   address empty
//   other   phase 0 ended by the arrival at emu/tests/mistakes/made/mbarrier_parity_of_k.cu:38
//   cure    let the thread wait first for what says that the phase is over: for this barrier, or for the one at which those arrive that have waited for it (full and empty); and let mbarrier_init() count all that arrive, in other blocks of the cluster, too
// emu: arrival at an mbarrier by a thread that cannot know that phase 0 is over: it may count in that one
//   at      emu/tests/mistakes/made/mbarrier_parity_of_k.cu:29
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address full + 8 bytes
//   barrier phase 0: all arrivals made, 256 bytes to come
//   cure    let the thread wait first for what says that the phase is over: for this barrier, or for the one at which those arrive that have waited for it (full and empty); and let mbarrier_init() count all that arrive, in other blocks of the cluster, too
// emu: deadlock: nobody can go on, and a thread waits at an mbarrier
//   at      emu/tests/mistakes/made/mbarrier_parity_of_k.cu:27
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address 1 thread waits at mbarriers
//   barrier empty: phase 3, 64 of 64 arrivals missing
//             waited for by 1 thread, (64,0,0) first, parity 1, at emu/tests/mistakes/made/mbarrier_parity_of_k.cu:27
//   others  95 threads have ended
//   cure    which arrivals or bytes does the phase wait for, and which thread must make them? A wait with the wrong parity waits for a phase that never ends: 0 for the first phase, then 1, 0, 1 ...; a wait for an empty stage begins with 1
// emu: 3 kinds of mistakes, 444 times; first: unwaited at emu/tests/mistakes/made/mbarrier_parity_of_k.cu:37
// exit status 1
