// category: mbarrier-multicast
// mistake: a block expects the half that it fetches itself, and not the one that its peer sends
// line: 23 24
// cure: expect sizeof tile
#include "../../hopper/hopper.h"

const int N = 64;

// Each block of a pair fetches half of the row for both.
__global__ void __cluster_dims__(2, 1, 1) copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    const int rank = cluster_ctarank(), half = N / 2;
    if (threadIdx.x == 0) {
        mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    barrier_cluster_sync();

    if (threadIdx.x == 0) {
        // sizeof tile comes
        mbarrier_arrive_expect_tx(&full, sizeof tile / 2); // MISTAKE
        tma_load_2d_multicast(tile + rank * half, &map, &full, rank * half, 0, 3);
    }
    mbarrier_wait_parity_cluster(&full, 0);
    out[blockIdx.x * N + threadIdx.x] = tile[threadIdx.x];
    barrier_cluster_sync();
}

int main()
{
    float *in = numbers(N), *out = zeros(2 * N);
    const CUtensorMap map = map_f32(in, N, 1, N / 2, 1);
    copy<<<2, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, 2 * N, [](int i) { return i % N + 1; }) != 0;
}
