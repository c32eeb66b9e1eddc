// category: mbarrier-ring
// mistake: the readers begin each sum at stage 0 and parity 0; the loading thread continues in the ring
// line: 37 38
// cure: count the rows on from sum to sum, as the loader does
// hangs: yes
#include "../../hopper/hopper.h"

const int N = 64, STAGES = 2, ROUNDS = 3, SUMS = 2;

// Warp 2 loads a row after the other, warps 0 and 1 add them up, ROUNDS at a time.
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
        for (int k = 0; k < SUMS * ROUNDS; k++) {
            const int s = k % STAGES;
            mbarrier_wait_parity(&empty[s], k / STAGES & 1 ^ 1);
            fence_proxy_async();
            mbarrier_arrive_expect_tx(&full[s], sizeof tile[s]);
            tma_load_2d(tile[s], &map, &full[s], 0, k);
        }
    } else if (t < N) {
        for (int i = 0; i < SUMS; i++) {
            float all = 0;
            int s = 0, parity = 0; // of each sum anew
            for (int k = 0; k < ROUNDS; k++) {
                mbarrier_wait_parity(&full[s], parity); // MISTAKE
                all += tile[s][t];
                mbarrier_arrive(&empty[s]);
                if (++s == STAGES) { s = 0;
                    parity ^= 1;
                }
            }
            out[i * N + t] = all;
        }
    }
}

int main()
{
    float *in = numbers(N * SUMS * ROUNDS), *out = zeros(SUMS * N);
    const CUtensorMap map = map_f32(in, N, SUMS * ROUNDS, N, 1);
    sum<<<1, N + 32>>>(map, out);
    cudaFree(in);
    return wrong("out", out, SUMS * N, [](int i) {
        return ROUNDS * (i % N + 1) + (i / N * ROUNDS * ROUNDS + 3) * N;
    }) != 0;
}

// expected:
// emu: read of 4 bytes of shared memory before the TMA load into them was waited for
//   at      emu/tests/mistakes/bad/mbarrier_ring_restarted.cu:38
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile[1][0]; tile is float [STAGES][N], 512 bytes
//   copy    started at emu/tests/mistakes/bad/mbarrier_ring_restarted.cu:30 by block (0,0,0), thread (64,0,0)
//   barrier full[1]: phase 1, 1 of 1 arrivals made, 256 of 256 bytes to come
//   wait    by this thread at emu/tests/mistakes/bad/mbarrier_ring_restarted.cu:37 for parity 0, which was over: the barrier was in phase 1
//   cure    wait for the phase that the load's bytes count in: mbarrier.try_wait.parity with the parity phase % 2, 0 the first time; with a ring of stages the parity changes after each time round
// emu: arrival at an mbarrier by a thread that cannot know that phase 1 is over: it may count in that one
//   at      emu/tests/mistakes/bad/mbarrier_ring_restarted.cu:29
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address full[1]
//   barrier phase 1: all arrivals made, 256 bytes to come
//   cure    let the thread wait first for what says that the phase is over: for this barrier, or for the one at which those arrive that have waited for it (full and empty); and let mbarrier.init count all that arrive, in other blocks of the cluster, too
// emu: deadlock: no thread can continue, and a thread waits at an mbarrier
//   at      emu/tests/mistakes/bad/mbarrier_ring_restarted.cu:37
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 64 threads wait at mbarriers
//   barrier full[0]: phase 3, 1 of 1 arrivals missing
//             waited for by 64 threads, (0,0,0) first, parity 1, at emu/tests/mistakes/bad/mbarrier_ring_restarted.cu:37
//   others  32 threads have ended
//   cure    which arrivals or bytes does the phase wait for, and which thread must make them? A wait with the wrong parity waits for a phase that never ends: 0 for the first phase, then 1, 0, 1 ...; a wait for an empty stage begins with 1
// emu: 3 kinds of mistakes, 66 times; first: unwaited at emu/tests/mistakes/bad/mbarrier_ring_restarted.cu:38
// exit status 1
