// category: mbarrier-bytes
// mistake: the phase ends before the load has landed: fewer bytes are expected than it brings
// line: 29
// cure: sizeof tile[s]
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
            mbarrier_arrive_expect_tx(&full[s], sizeof tile[s] / 4);
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
// emu: 256 bytes are on their way to an mbarrier whose phase 0 was told to expect 64: it ends before all of them have come, or never
//   at      emu/tests/mistakes/made/mbarrier_bytes_too_few.cu:28
//   kernel  sum<<<(1,1,1), (96,1,1)>>>
//   thread  block (0,0,0), thread (64,0,0): warp 2, lane 0
//   address full
//   expect  at emu/tests/mistakes/made/mbarrier_bytes_too_few.cu:28: 64 bytes
//   copy    at emu/tests/mistakes/made/mbarrier_bytes_too_few.cu:29: 256 bytes
//   cure    let mbarrier_arrive_expect_tx() count all that comes in the phase: boxes outside the matrix count in full, and so does what other blocks of the cluster send here
// emu: 1 kind of mistake, 6 times; first: mbarrier at emu/tests/mistakes/made/mbarrier_bytes_too_few.cu:28
// exit status 1
