// category: bulk-store-drain
// mistake: the wait is for groups, but the last store is in no group
// line: 17
// cure: bulk_commit_group() before the wait
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void add(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[N];
    int t = threadIdx.x;
    tile[t] = t;
    fence_proxy_async();
    __syncthreads();
    if (t == 0) {
        tma_reduce_add_2d(&map, tile, 0, 0); // MISTAKE
        bulk_wait_group(0);
    }
}

int main()
{
    float *out = numbers(N);
    const CUtensorMap map = map_f32(out, N, 1, N, 1);
    add<<<1, N>>>(map);
    return wrong("out", out, N, [](int i) { return 2 * i + 1; }) != 0;
}

// expected:
// emu: the block ends before a TMA addition has read its tile from shared memory
//   at      emu/tests/mistakes/bad/bulk_store_not_committed.cu:17
//   kernel  add<<<(1,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address requested by thread (0,0,0), not committed to a group
//   cure    let the same thread execute cp.async.bulk.commit_group, and cp.async.bulk.wait_group.read 0 before it returns
// emu: 1 kind of mistake, once; first: unwaited at emu/tests/mistakes/bad/bulk_store_not_committed.cu:17
// exit status 1
