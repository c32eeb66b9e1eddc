// SPDX-License-Identifier: MIT
//
// Shared memory of other blocks of the cluster: read, written, added up in place.
#include "hopper.h"

const int N = 64;

__global__ void __cluster_dims__(4, 1, 1) around(float *out)
{
    __shared__ float mine[N], sums[N];
    const int t = threadIdx.x, rank = cluster_ctarank(), blocks = cluster_nctarank();
    mine[t] = rank * N + t + 1;
    sums[t] = 0;
    barrier_cluster_sync();
    for (int i = 0; i < blocks; i++) {
        float *there = (float *)cluster_map_shared(sums, (rank + i) % blocks);
        there[t] += mine[t];
        barrier_cluster_sync();
    }
    const float *next = (const float *)cluster_map_shared(mine, (rank + 1) % blocks);
    out[blockIdx.x * N + t] = sums[t] + next[N - 1 - t];
    barrier_cluster_sync();
}

int main()
{
    float *out = zeros(8 * N);
    around<<<8, N>>>(out);
    return wrong("around", out, 8 * N, [](int i) {
               const int rank = i / N % 4, t = i % N;
               return 4 * (t + 1) + 6 * N + (rank + 1) % 4 * N + N - t;
           }) != 0;
}
