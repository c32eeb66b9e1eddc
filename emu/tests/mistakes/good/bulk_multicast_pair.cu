// category: mbarrier-bytes
// shows: each block fetches half for both; the loading thread waits at the end until everything is read
#include "../../hopper/hopper.h"

const int N = 64, ROUNDS = 5;

__global__ void __cluster_dims__(2, 1, 1) sum(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full, empty;
    const int rank = cluster_ctarank(), half = N / 2;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        mbarrier_init(&empty, 2);
        fence_mbarrier_init();
    }
    barrier_cluster_sync();
    if (threadIdx.x == 32) {
        for (int k = 0; k < ROUNDS; k++) {
            mbarrier_wait_parity_cluster(&empty, (k & 1) ^ 1);
            mbarrier_arrive_expect_tx(&full, sizeof tile);
            tma_load_2d_multicast(tile + rank * half, &map, &full, rank * half, k, 3);
        }
        // No barrier_cluster_sync() at the end: the last arrivals have come then, too.
        mbarrier_wait_parity_cluster(&empty, (ROUNDS & 1) ^ 1);
    } else if (threadIdx.x < 32) {
        float all = 0;
        for (int k = 0; k < ROUNDS; k++) {
            mbarrier_wait_parity_cluster(&full, k & 1);
            all += tile[threadIdx.x] + tile[threadIdx.x + half];
            fence_proxy_async();
            __syncwarp();
            if (threadIdx.x < 2)
                mbarrier_arrive_cluster(&empty, threadIdx.x);
        }
        out[blockIdx.x * 32 + threadIdx.x] = all;
    }
}

int main()
{
    float *in = numbers(N * ROUNDS), *out = zeros(N);
    const CUtensorMap map = map_f32(in, N, ROUNDS, N / 2, 1);
    sum<<<2, 64>>>(map, out);
    cudaFree(in);
    return wrong("out", out, N, [](int i) {
        return 2 * ROUNDS * (i % 32 + 1) + ROUNDS * 32 + 20 * N;
    }) != 0;
}
