// category: bulk-store-drain
// mistake: the block ends while its store may still be reading shared memory
// line: 18
// cure: bulk_wait_group_read(0) before the end
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void fill(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[N];
    int t = threadIdx.x;

    tile[t] = t + 1;
    fence_proxy_async();
    __syncthreads();
    if (t == 0) {
        tma_store_2d(&map, tile, 0, 0); // MISTAKE
        bulk_commit_group();
    }
    // no bulk_wait_group_read(0)
}

int main()
{
    float *out = zeros(N);
    const CUtensorMap map = map_f32(out, N, 1, N, 1);
    fill<<<1, N>>>(map);
    return wrong("out", out, N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: the block ends before a TMA store has read its tile from shared memory
//   at      emu/tests/mistakes/bad/bulk_store_not_drained.cu:18
//   kernel  fill<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address requested by thread (0,0,0), committed to a group that it has not waited for
//   cure    let the same thread execute cp.async.bulk.wait_group.read 0 (or cp.async.bulk.wait_group 0) before it returns
// emu: 1 kind of mistake, once; first: unwaited at emu/tests/mistakes/bad/bulk_store_not_drained.cu:18
// exit status 1
