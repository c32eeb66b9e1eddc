// category: mbarrier-parity
// mistake: the loading thread waits for the first phase of stages that are empty from the start
// line: 27 35
// cure: begin with parity 1: k / STAGES & 1 ^ 1
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
            mbarrier_wait_parity(&empty[s], k / STAGES & 1); // MISTAKE
            mbarrier_arrive_expect_tx(&full[s], sizeof tile[s]);
            tma_load_2d(tile[s], &map, &full[s], 0, k);
        }
    } else if (t < N) {
        float all = 0;
        for (int k = 0; k < ROUNDS; k++) {
            const int s = k % STAGES;
            mbarrier_wait_parity(&full[s], k / STAGES & 1);
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
// emu: deadlock: no thread can continue, and a thread waits at an mbarrier
//   at      emu/tests/mistakes/bad/mbarrier_parity_producer_first.cu:35
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address 65 threads wait at mbarriers
//   barrier full[0]: phase 0, 1 of 1 arrivals missing
//             waited for by 64 threads, (0,0,0) first, parity 0, at emu/tests/mistakes/bad/mbarrier_parity_producer_first.cu:35
//   barrier empty[0]: phase 0, 64 of 64 arrivals missing
//             waited for by 1 thread, (64,0,0) first, parity 0, at emu/tests/mistakes/bad/mbarrier_parity_producer_first.cu:27
//   others  31 threads have ended
//   cure    which arrivals or bytes does the phase wait for, and which thread must make them? A wait with the wrong parity waits for a phase that never ends: 0 for the first phase, then 1, 0, 1 ...; a wait for an empty stage begins with 1
// emu: 1 kind of mistake, once; first: deadlock at emu/tests/mistakes/bad/mbarrier_parity_producer_first.cu:35
// exit status 1
