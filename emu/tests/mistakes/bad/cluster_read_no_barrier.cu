// category: cluster-race
// mistake: __syncthreads() orders the threads of one block, and another one's memory is read
// line: 12 15
// cure: barrier_cluster_sync() instead
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void __cluster_dims__(2, 1, 1) swap(float *out)
{
    __shared__ float mine[N];
    mine[threadIdx.x] = blockIdx.x * N + threadIdx.x + 1;
    __syncthreads();
    const float *other = (const float *)cluster_map_shared(mine, cluster_ctarank() ^ 1);
    out[(blockIdx.x ^ 1) * N + threadIdx.x] = other[threadIdx.x]; // MISTAKE
    barrier_cluster_sync();
}

int main()
{
    float *out = zeros(2 * N);
    swap<<<2, N>>>(out);
    return wrong("out", out, 2 * N, [](int i) { return i + 1; }) != 0;
}
