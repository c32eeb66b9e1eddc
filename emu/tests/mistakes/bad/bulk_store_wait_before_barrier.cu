// category: bulk-store-wait
// mistake: the barrier stands before thread 0's wait, so the others do not know that the buffer is free
// line: 17 20
// cure: the wait first, then __syncthreads()
#include "../../hopper/hopper.h"

const int N = 64, BUFFERS = 2, ROWS = 6;

__global__ void fill(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[BUFFERS][N];
    const int t = threadIdx.x;
    for (int row = 0; row < ROWS; row++) {
        float *buffer = tile[row % BUFFERS];
        __syncthreads();
        if (t == 0) bulk_wait_group_read(BUFFERS - 1);
        buffer[t] = row * N + t + 1; // MISTAKE
        fence_proxy_async();
        __syncthreads();
        if (t == 0) { tma_store_2d(&map, buffer, 0, row);
            bulk_commit_group();
        }
    }
    if (t == 0)
        bulk_wait_group(0);
}

int main()
{
    float *out = zeros(ROWS * N);
    const CUtensorMap map = map_f32(out, N, ROWS, N, 1);
    fill<<<1, N>>>(map);
    return wrong("out", out, ROWS * N, [](int i) { return i + 1; }) != 0;
}
