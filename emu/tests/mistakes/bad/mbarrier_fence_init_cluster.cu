// category: mbarrier-init
// mistake: __syncthreads() does not make the initialisation of a barrier visible to the other block
// line: 13 18
// cure: fence_mbarrier_init() and barrier_cluster_sync()
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void __cluster_dims__(2, 1, 1) meet(float *out)
{
    __shared__ __align__(8) uint64_t ready;
    if (threadIdx.x == 0)
        mbarrier_init(&ready, N);

    // no fence_mbarrier_init(), and
    __syncthreads(); // not barrier_cluster_sync()
    __nanosleep(1000);
    mbarrier_arrive_cluster(&ready, cluster_ctarank() ^ 1); // MISTAKE
    mbarrier_wait_parity_cluster(&ready, 0);
    out[blockIdx.x * N + threadIdx.x] = 1;
    barrier_cluster_sync();
}

int main()
{
    float *out = zeros(2 * N);
    meet<<<2, N>>>(out);
    return wrong("out", out, 2 * N, [](int) { return 1; }) != 0;
}

// expected:
// emu: arrival at an mbarrier that the other block has not initialised
//   at      emu/tests/mistakes/bad/mbarrier_fence_init_cluster.cu:18
//   kernel  meet<<<(2,1,1), (64,1,1)>>>
//   thread  block (0,0,0), thread (32,0,0): warp 1, lane 0
//   address ready; ready is uint64_t, 8 bytes
//   cure    let the other block initialise it, too, and call cluster.sync() before: the barrier of the same place is meant
// emu: 1 kind of mistake, once; first: mbarrier at emu/tests/mistakes/bad/mbarrier_fence_init_cluster.cu:18
// exit status 1
