// category: bulk-stage
// mistake: the barrier counts the arrivals of one warp, but two read the stage
// line: 28 35
// cure: mbarrier_init(&empty[i], N)
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
            mbarrier_init(&empty[i], N / 2);
        }
        fence_mbarrier_init();
    }
    __syncthreads();
    if (t == N) {
        for (int k = 0; k < ROUNDS; k++) {
            const int s = k % STAGES;
            mbarrier_wait_parity(&empty[s], k / STAGES & 1 ^ 1);
            mbarrier_arrive_expect_tx(&full[s], sizeof tile[s]);
            tma_load_2d(tile[s], &map, &full[s], 0, k);
        }
    } else if (t < N) {
        float all = 0;
        for (int k = 0; k < ROUNDS; k++) {
            const int s = k % STAGES;
            mbarrier_wait_parity(&full[s], k / STAGES & 1);
            all += tile[s][t]; // MISTAKE
            if (t < 32)
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
// emu: race in shared memory: TMA load into a place that another thread has read, not ordered with that read
//   at      emu/tests/mistakes/made/bulk_stage_count_of_one_warp.cu:28
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address tile + 128 bytes; tile is float [STAGES][N], 512 bytes
//   other   read at emu/tests/mistakes/made/bulk_stage_count_of_one_warp.cu:35 by block (0,0,0), thread (63,0,0)
//   cure    a thread that reads the loaded data must wait for the load's barrier first. A thread that reads the previous data must arrive at a barrier (empty) after its last read: as many arrivals as mbarrier_init() declared, in every block that the load writes to. The loading thread must wait for that barrier
// emu: 1 kind of mistake, 4 times; first: race at emu/tests/mistakes/made/bulk_stage_count_of_one_warp.cu:28
// exit status 1
