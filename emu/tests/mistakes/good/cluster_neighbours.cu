// category: cluster-end
// shows: blocks of a cluster read what their neighbours wrote to global memory, after their barrier
#include "../../hopper/hopper.h"

const int N = 64, ROUNDS = 4;

__global__ void __cluster_dims__(4, 1, 1) shift(float *a, float *b)
{
    const int rank = cluster_ctarank(), blocks = cluster_nctarank();
    for (int round = 0; round < ROUNDS; round++) {
        const int from = (rank + 1) % blocks;
        b[rank * N + threadIdx.x] = a[from * N + threadIdx.x] + 1;
        barrier_cluster_arrive();
        barrier_cluster_wait();
        float *now = b;
        b = a, a = now;
    }
}

int main()
{
    float *a = numbers(4 * N), *b = zeros(4 * N);
    shift<<<4, N>>>(a, b);
    cudaFree(b);
    return wrong("a", a, 4 * N, [](int i) { return i + 1 + ROUNDS; }) != 0;
}
