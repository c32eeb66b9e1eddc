// category: cluster-end
// mistake: block 1 ends while block 0 may still arrive at its barrier
// line: 20 23
// cure: barrier_cluster_sync() at the end
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void __cluster_dims__(2, 1, 1) meet(float *out)
{
    __shared__ __align__(8) uint64_t ready;
    if (threadIdx.x == 0) {
        mbarrier_init(&ready, N);
        fence_mbarrier_init();
    }
    barrier_cluster_sync();

    out[blockIdx.x * N + threadIdx.x] = 1;
    if (cluster_ctarank() == 0)
        mbarrier_arrive_cluster(&ready, 1); // MISTAKE
    else if (threadIdx.x == N)
        mbarrier_wait_parity_cluster(&ready, 0);
    // no barrier_cluster_sync()
}

int main()
{
    float *out = zeros(2 * N);
    meet<<<2, N>>>(out);
    return wrong("out", out, 2 * N, [](int) { return 1; }) != 0;
}

// expected:
// emu: arrival at an mbarrier of block 1 of the cluster, which has ended
//   at      emu/tests/mistakes/bad/cluster_leaves_before_arrival.cu:20
//   kernel  meet<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (0,0,0): warp 0, lane 0
//   cure    call cluster.sync() at the end of the kernel: a block's shared memory exists only until the block ends
// emu: 1 kind of mistake, once; first: mbarrier at emu/tests/mistakes/bad/cluster_leaves_before_arrival.cu:20
// exit status 1
