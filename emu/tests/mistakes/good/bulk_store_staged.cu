// category: bulk-store-wait
// shows: one tile is written again each round: fences by all writers, a wait by one thread, barriers
#include "../../hopper/hopper.h"

const int N = 64, ROWS = 6;

__global__ void fill(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[N];
    int t = threadIdx.x;

    for (int row = 0; row < ROWS; row++) {
        tile[t] = row * N + t + 1;
        fence_proxy_async();
        __syncthreads();
        if (t == 0) {
            tma_store_2d(&map, tile, 0, row);
            bulk_commit_group();
            bulk_wait_group_read(0);
        }
        __syncthreads();
    }
}

int main()
{
    float *out = zeros(ROWS * N);
    const CUtensorMap map = map_f32(out, N, ROWS, N, 1);
    fill<<<1, N>>>(map);
    return wrong("out", out, ROWS * N, [](int i) { return i + 1; }) != 0;
}
