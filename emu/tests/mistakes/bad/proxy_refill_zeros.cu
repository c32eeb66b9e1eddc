// category: proxy-refill
// mistake: all threads clear the tile before the box comes: their zeros may come after it
// line: 13 20
// cure: fence_proxy_async() by each thread before the barrier (or no zeros: a box brings its own)
#include "../../hopper/hopper.h"

const int N = 64, INSIDE = 40;

__global__ void copy(const __grid_constant__ CUtensorMap map, float *out)
{
    __shared__ __align__(128) float tile[N];
    __shared__ __align__(8) uint64_t full;
    tile[threadIdx.x] = 0;
    if (threadIdx.x == 0) { mbarrier_init(&full, 1);
        fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mbarrier_arrive_expect_tx(&full, sizeof tile);
        tma_load_2d(tile, &map, &full, 0, 0); // MISTAKE
    }
    mbarrier_wait_parity(&full, 0);
    out[threadIdx.x] = tile[threadIdx.x];
}

int main()
{
    float *in = numbers(INSIDE), *out = zeros(N);
    const CUtensorMap map = map_f32(in, INSIDE, 1, N, 1);
    copy<<<1, N>>>(map, out);
    cudaFree(in);
    return wrong("out", out, N, [](int i) { return i < INSIDE ? i + 1 : 0; }) != 0;
}
