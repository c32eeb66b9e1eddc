// category: mbarrier-init
// mistake: __syncthreads() does not tell the other block that a barrier was initialised
// line: 13 18
// cure: fence_mbarrier_init() and barrier_cluster_sync()
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void __cluster_dims__(2, 1, 1) meet(float *out)
{
    __shared__ __align__(8) uint64_t told;
    if (threadIdx.x == 0)
        mbarrier_init(&told, N);

    // no fence_mbarrier_init(), and
    __syncthreads(); // not barrier_cluster_sync()
    __nanosleep(1000);
    mbarrier_arrive_cluster(&told, cluster_ctarank() ^ 1); // MISTAKE
    mbarrier_wait_parity_cluster(&told, 0);
    out[blockIdx.x * N + threadIdx.x] = 1;
    barrier_cluster_sync();
}

int main()
{
    float *out = zeros(2 * N);
    meet<<<2, N>>>(out);
    return wrong("out", out, 2 * N, [](int) { return 1; }) != 0;
}
