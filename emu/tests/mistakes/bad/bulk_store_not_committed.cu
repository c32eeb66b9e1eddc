// category: bulk-store-drain
// mistake: a wait is for groups, and the last store is in none
// line: 17
// cure: bulk_commit_group() before the wait
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void add(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[N];
    int t = threadIdx.x;
    tile[t] = t;
    fence_proxy_async();
    __syncthreads();
    if (t == 0) {
        tma_reduce_add_2d(&map, tile, 0, 0); // MISTAKE
        bulk_wait_group(0);
    }
}

int main()
{
    float *out = numbers(N);
    const CUtensorMap map = map_f32(out, N, 1, N, 1);
    add<<<1, N>>>(map);
    return wrong("out", out, N, [](int i) { return 2 * i + 1; }) != 0;
}
