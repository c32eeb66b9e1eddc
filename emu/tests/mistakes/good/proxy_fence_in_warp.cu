// category: proxy-fence
// shows: each warp stores its own row: the fence is followed by __syncwarp() only
#include "../../hopper/hopper.h"

const int N = 32, WARPS = 4, ROUNDS = 3;

__global__ void fill(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[WARPS][2][N];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int round = 0; round < ROUNDS; round++) {
        const int row = round * WARPS + warp;
        float *mine = tile[warp][round % 2];
        if (lane == 0)
            bulk_wait_group_read(1);
        __syncwarp();
        mine[lane] = row * N + lane + 1;
        fence_proxy_async();
        __syncwarp();
        if (lane == 0) {
            tma_store_2d(&map, mine, 0, row);
            bulk_commit_group();
        }
    }
    if (lane == 0)
        bulk_wait_group_read(0);
}

int main()
{
    float *out = zeros(ROUNDS * WARPS * N);
    const CUtensorMap map = map_f32(out, N, ROUNDS * WARPS, N, 1);
    fill<<<1, 32 * WARPS>>>(map);
    return wrong("out", out, ROUNDS * WARPS * N, [](int i) { return i + 1; }) != 0;
}
