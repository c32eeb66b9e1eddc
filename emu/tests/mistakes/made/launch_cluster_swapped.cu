// category: launch-cluster
// mistake: pairs in y, but the grid has one block in y
// line: 21
// cure: __cluster_dims__(2, 1, 1)
#include "../../hopper/hopper.h"

const int N = 64;

__global__ void __cluster_dims__(1, 2, 1) fill(int n, float *out)
{
    const int i = blockIdx.x * N + threadIdx.x;
    barrier_cluster_sync();
    if (i < n)
        out[i] = i + 1;
}

int main()
{
    const int n = 4 * N;
    float *out = zeros(n);
    fill<<<4, N>>>(n, out); // MISTAKE
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess)
        printf("%s\n", cudaGetErrorString(error));
    return wrong("out", out, n, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: launch of fill refused (cudaErrorInvalidClusterSize): the grid (4,1,1) is no multiple of the cluster (1,2,1): round it up, and let the blocks outside take part in what their cluster waits for
//   at      emu/tests/mistakes/made/launch_cluster_swapped.cu:21
// exit status 1
