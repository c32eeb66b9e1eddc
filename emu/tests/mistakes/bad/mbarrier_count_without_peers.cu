// category: mbarrier-count
// mistake: readers of both blocks say that the stage is empty, but one arrival is counted
// line: 16 24 33
// cure: mbarrier_init(&empty, 2)
#include "../../hopper/hopper.h"

const int N = 64, ROUNDS = 4;

__global__ void __cluster_dims__(2, 1, 1) sum(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full, empty;
    const int rank = cluster_ctarank(), half = N / 2;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        mbarrier_init(&empty, 1); // one warp reads, in each of two blocks
        fence_mbarrier_init();
    }
    barrier_cluster_sync();
    float all = 0;
    for (int k = 0; k < ROUNDS; k++)
        if (threadIdx.x == 32) {
            mbarrier_wait_parity_cluster(&empty, k & 1 ^ 1);
            mbarrier_arrive_expect_tx(&full, sizeof tile); // MISTAKE
            tma_load_2d_multicast(tile + rank * half, &map, &full, rank * half, k, 3);
        } else if (threadIdx.x < 32) {
            mbarrier_wait_parity_cluster(&full, k & 1);
            all += tile[threadIdx.x] + tile[threadIdx.x + half];
            fence_proxy_async();
            __syncwarp();
            // both blocks send to this stage: both have to know
            if (threadIdx.x < 2)
                mbarrier_arrive_cluster(&empty, threadIdx.x);
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
