// category: cluster-end
// mistake: a block ends when it has its own results, while the other still reads its shared memory
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
