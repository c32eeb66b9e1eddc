// category: launch-cluster
// mistake: clusters of 16 blocks, and 8 is the most that every GPU with clusters has
// line: 26
// cure: at most 8 blocks
#include "../../hopper/hopper.h"

__global__ void ranks(float *out)
{
    out[blockIdx.x] = cluster_ctarank() + 1;
}

int main()
{
    const int blocks = 16;
    float *out = zeros(blocks);
    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = blocks;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(1);
    config.attrs = &cluster;
    config.numAttrs = 1;

    const cudaError_t error = cudaLaunchKernelEx(&config, ranks, out); // MISTAKE
    if (error != cudaSuccess)
        printf("%s\n", cudaGetErrorString(error));
    cudaGetLastError();
    return wrong("out", out, blocks, [](int i) { return i + 1; }) != 0;
}

// expected:
// emu: launch of ranks refused (cudaErrorInvalidClusterSize): a cluster of (16,1,1) blocks; it may have 1 to 8
//   at      emu/tests/mistakes/bad/launch_cluster_too_large.cu:26
// exit status 1
