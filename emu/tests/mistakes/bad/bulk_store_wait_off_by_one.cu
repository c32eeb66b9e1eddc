// category: bulk-store-wait
// mistake: the buffer that was stored last is overwritten: the wait leaves one group too many in flight
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

// expected:
// emu: write of 4 bytes of shared memory that a TMA store is still to read
//   at      emu/tests/mistakes/bad/bulk_store_wait_off_by_one.cu:17
//   kernel  fill<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (63,0,0): warp 1, lane 31
//   address tile[0][63]; tile is float [2][N], 512 bytes
//   copy    started at emu/tests/mistakes/bad/bulk_store_wait_off_by_one.cu:21 by thread (0,0,0)
//   cure    let the thread that stores wait first (cp.async.bulk.wait_group.read 0), then put a barrier before any thread writes to the tile again
// emu: 1 kind of mistake, 128 times; first: unwaited at emu/tests/mistakes/bad/bulk_store_wait_off_by_one.cu:17
// exit status 1
