// category: mbarrier-ring
// mistake: the readers begin each sum at stage 0 and parity 0; the one that loads goes on in the ring
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
