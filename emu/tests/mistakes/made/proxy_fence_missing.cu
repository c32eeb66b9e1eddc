// category: proxy-fence
// mistake: the copy engine stores a tile that threads wrote without a fence
// line: 14 18
// cure: fence_proxy_async() by each thread, before the barrier
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void fill(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[N];
    int t = threadIdx.x;

    tile[t] = t + 1;
    // no fence_proxy_async()
    __syncthreads();
    if (t == 0) {
        tma_store_2d(&map, tile, 0, 0); // MISTAKE
        bulk_commit_group();
        bulk_wait_group(0);
    }
}

int main()
{
    float *out = zeros(N);
    const CUtensorMap map = map_f32(out, N, 1, N, 1);
    fill<<<1, N>>>(map);
    return wrong("out", out, N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: TMA store reads shared memory that ordinary stores wrote, without a fence: it may see what was there before
//   at      emu/tests/mistakes/made/proxy_fence_missing.cu:18
//   kernel  fill<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address tile + 0 bytes; tile is float [N], 256 bytes
//   other   write at emu/tests/mistakes/made/proxy_fence_missing.cu:14 by thread (0,0,0)
//   cure    write, then let each thread that wrote call fence_proxy_async(), then a barrier of all of them, then let one thread start the reader
// emu: 1 kind of mistake, once; first: fence at emu/tests/mistakes/made/proxy_fence_missing.cu:18
// exit status 1
