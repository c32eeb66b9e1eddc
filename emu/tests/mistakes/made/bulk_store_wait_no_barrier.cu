// category: bulk-store-wait
// mistake: thread 0 waits until its store has read the tile; the other threads write without waiting
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

// expected:
// emu: race in shared memory: TMA store reads what another thread's ordinary store writes, not ordered
//   at      emu/tests/mistakes/made/bulk_store_wait_no_barrier.cu:18
//   kernel  fill<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile + 128 bytes; tile is float [N], 256 bytes
//   other   write at emu/tests/mistakes/made/bulk_store_wait_no_barrier.cu:15 by block (0,0,0), thread (32,0,0)
//   cure    put a barrier between: write, fence_proxy_async() by each writer, __syncthreads(), then start the reader; and one after the wait for that reader, before the place is written again
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's asynchronous read
//   at      emu/tests/mistakes/made/bulk_store_wait_no_barrier.cu:15
//   kernel  fill<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address tile + 4 bytes; tile is float [N], 256 bytes
//   other   asynchronous read at emu/tests/mistakes/made/bulk_store_wait_no_barrier.cu:18 by block (0,0,0), thread (0,0,0)
//   cure    after the wait (bulk_wait_group_read, wgmma_wait_group) by one thread, put a barrier before other threads write there
// emu: 1 kind of mistake, 127 times; first: race at emu/tests/mistakes/made/bulk_store_wait_no_barrier.cu:18
// exit status 1
