// category: bulk-store-drain
// mistake: the block ends while its store may still be reading shared memory
// line: 18
// cure: bulk_wait_group_read(0) before the end
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void fill(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[N];
    int t = threadIdx.x;

    tile[t] = t + 1;
    fence_proxy_async();
    __syncthreads();
    if (t == 0) {
        tma_store_2d(&map, tile, 0, 0); // MISTAKE
        bulk_commit_group();
    }
    // no bulk_wait_group_read(0)
}

int main()
{
    float *out = zeros(N);
    const CUtensorMap map = map_f32(out, N, 1, N, 1);
    fill<<<1, N>>>(map);
    return wrong("out", out, N, [](int i) { return i + 1; }) != 0;
}
