// category: bulk-store-wait
// mistake: the barrier comes before thread 0's wait, so the other threads cannot know that the buffer is free
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

// expected:
// emu: write of 4 bytes of shared memory that a TMA store is still to read
//   at      emu/tests/mistakes/bad/bulk_store_wait_before_barrier.cu:17
//   kernel  fill<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (63,0,0): warp 1, lane 31
//   address tile[0][63]; tile is float [BUFFERS][N], 512 bytes
//   copy    started at emu/tests/mistakes/bad/bulk_store_wait_before_barrier.cu:20 by thread (0,0,0)
//   cure    let the thread that stores wait first (cp.async.bulk.wait_group.read 0), then put a barrier before any thread writes to the tile again
// emu: race in shared memory: write of 4 bytes, not ordered with another thread's asynchronous read
//   at      emu/tests/mistakes/bad/bulk_store_wait_before_barrier.cu:17
//   kernel  fill<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (1,0,0): warp 0, lane 1
//   address tile[0][1]; tile is float [BUFFERS][N], 512 bytes
//   other   asynchronous read at emu/tests/mistakes/bad/bulk_store_wait_before_barrier.cu:20 by block (0,0,0), thread (0,0,0)
//   cure    after the wait (cp.async.bulk.wait_group.read, wgmma.wait_group) by one thread, put a barrier before other threads write there
// emu: 2 kinds of mistakes, 252 times; first: unwaited at emu/tests/mistakes/bad/bulk_store_wait_before_barrier.cu:17
// exit status 1
