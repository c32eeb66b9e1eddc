// category: launch-cluster
// mistake: 5 blocks cannot be divided into pairs
// line: 25
// cure: round the grid up to a multiple of the cluster
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void __cluster_dims__(2, 1, 1) fill(int n, float *out)
{
    const int i = blockIdx.x * N + threadIdx.x;
    barrier_cluster_sync();
    if (i < n)
        out[i] = i + 1;
}

int main()
{
    const int n = 300;
    float *out = zeros(n);
    int blocks;

    blocks = (n + N - 1) / N;
    // not a multiple of 2
    fill<<<blocks, N>>>(n, out); // MISTAKE
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        printf("%s\n", cudaGetErrorString(error));
    return wrong("out", out, n, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: launch of fill refused (cudaErrorInvalidClusterSize): the grid (5,1,1) is not a multiple of the cluster (2,1,1): round it up, and let the blocks outside take part in what their cluster waits for
//   at      emu/tests/mistakes/bad/launch_cluster_odd_grid.cu:25
// exit status 1
