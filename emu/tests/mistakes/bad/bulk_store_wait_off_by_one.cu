// category: bulk-store-wait
// mistake: of two buffers the one just stored is written again: one group too many stays under way
// line: 17 21
// cure: bulk_wait_group_read(1)
#include "../../hopper/hopper.h"

const int N = 64, ROWS = 6;

__global__ void fill(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[2][N];
    int t = threadIdx.x;

    for (int row = 0; row < ROWS; row++) {
        bulk_wait_group_read(2);
        __syncthreads();
        tile[row % 2][t] = row * N + t + 1; // MISTAKE
        fence_proxy_async();
        __syncthreads();
        if (t == 0)
            tma_store_2d(&map, tile[row % 2], 0, row);
        bulk_commit_group();
    }
    bulk_wait_group_read(0);
}

int main()
{
    float *out = zeros(ROWS * N);
    const CUtensorMap map = map_f32(out, N, ROWS, N, 1);
    fill<<<1, N>>>(map);
    return wrong("out", out, ROWS * N, [](int i) { return i + 1; }) != 0;
}
