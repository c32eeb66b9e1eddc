// category: bulk-store-wait
// mistake: thread 0 waits until its store has read the tile; the others do not know, and write
// line: 15 18
// cure: __syncthreads() after the wait
#include "../../hopper/hopper.h"

const int N = 64, ROWS = 4;

__global__ void fill(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[N];
    int t = threadIdx.x;

    for (int row = 0; row < ROWS; row++) {
        tile[t] = row * N + t + 1; // MISTAKE
        fence_proxy_async();
        __syncthreads();
        if (t == 0) { tma_store_2d(&map, tile, 0, row);
            bulk_commit_group();
            bulk_wait_group_read(0);
        }
        // no __syncthreads()
    }
}

int main()
{
    float *out = zeros(ROWS * N);
    const CUtensorMap map = map_f32(out, N, ROWS, N, 1);
    fill<<<1, N>>>(map);
    return wrong("out", out, ROWS * N, [](int i) { return i + 1; }) != 0;
}
