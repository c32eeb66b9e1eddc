// category: cluster-end
// mistake: a block ends when it has its results, while the other block still reads its shared memory
// line: 15
// cure: barrier_cluster_sync() at the end
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void __cluster_dims__(2, 1, 1) swap(float *out)
{
    __shared__ float mine[N];
    mine[threadIdx.x] = blockIdx.x * N + threadIdx.x + 1;
    barrier_cluster_sync();
    const float *other = (const float *)cluster_map_shared(mine, cluster_ctarank() ^ 1);
    out[(blockIdx.x ^ 1) * N + threadIdx.x] = other[threadIdx.x]; // MISTAKE
    // no barrier_cluster_sync()
}

int main()
{
    float *out = zeros(2 * N);
    swap<<<2, N>>>(out);
    return wrong("out", out, 2 * N, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: access to shared memory of block 1 of the cluster, which has ended
//   at      emu/tests/mistakes/bad/cluster_leaves_before_read.cu:15
//   kernel  swap<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   address of block (1,0,0) of the cluster: mine[0]; mine is float [N], 256 bytes
//   cure    call cluster.sync() at the end of the kernel: a block's shared memory exists only until the block ends
// emu: 1 kind of mistake, once; first: cluster at emu/tests/mistakes/bad/cluster_leaves_before_read.cu:15
// exit status 1
