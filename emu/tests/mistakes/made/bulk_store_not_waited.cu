// category: bulk-store-wait
// mistake: the tile is written again while the copy engine may still be reading it
// line: 15 18
// cure: bulk_wait_group_read(0) by thread 0, then a barrier, before the next round
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
        if (t == 0) tma_store_2d(&map, tile, 0, row);
        bulk_commit_group();
        __syncthreads();
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

// expected:
// emu: write of 4 bytes of shared memory that a TMA store is still to read
//   at      emu/tests/mistakes/made/bulk_store_not_waited.cu:15
//   kernel  fill<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (31,0,0): warp 0, lane 31
//   address tile + 124 bytes; tile is float [N], 256 bytes
//   copy    started at emu/tests/mistakes/made/bulk_store_not_waited.cu:18 by thread (0,0,0)
//   cure    let the thread that stores wait first (bulk_wait_group_read(0)), then put a barrier before anybody writes to the tile again
// emu: 1 kind of mistake, 192 times; first: unwaited at emu/tests/mistakes/made/bulk_store_not_waited.cu:15
// exit status 1
