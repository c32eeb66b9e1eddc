// category: proxy-refill
// mistake: readers square the stage in place, and release it without a fence
// line: 29 36
// cure: fence_proxy_async() before mbarrier_arrive(&empty[s])
#include "../../hopper/hopper.h"

const int N = 64, STAGES = 2, ROUNDS = 6;

// Warp 2 loads a row after the other, warps 0 and 1 add up squares of neighbours.
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
            mbarrier_arrive_expect_tx(&full[s], sizeof tile[s]);
            // from the third row on a place that threads have written
            tma_load_2d(tile[s], &map, &full[s], 0, k); // MISTAKE
        }
    } else if (t < N) {
        float all = 0;
        for (int k = 0; k < ROUNDS; k++) {
            const int s = k % STAGES;
            mbarrier_wait_parity(&full[s], k / STAGES & 1);
            tile[s][t] *= tile[s][t];
            __syncwarp();
            all += tile[s][t ^ 1];
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
    return wrong("out", out, N, [](int i) {
        double all = 0;
        for (int k = 0; k < ROUNDS; k++)
            all += (k * N + (i ^ 1) + 1.0) * (k * N + (i ^ 1) + 1.0);
        return all;
    }) != 0;
}

// expected:
// emu: TMA load overwrites shared memory that ordinary stores wrote, without a fence: the stores may come after it
//   at      emu/tests/mistakes/bad/proxy_refill_squares.cu:29
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address tile + 0 bytes; tile is float [STAGES][N], 512 bytes
//   other   write at emu/tests/mistakes/bad/proxy_refill_squares.cu:36 by thread (0,0,0)
//   cure    let each thread that wrote call fence_proxy_async(), then reach a barrier together (or arrive at the barrier for an empty stage), then let one thread load
// emu: 1 kind of mistake, 4 times; first: fence at emu/tests/mistakes/bad/proxy_refill_squares.cu:29
// exit status 1
