// SPDX-License-Identifier: MIT
//
// Clusters: which blocks are in one, their barrier, mbarriers of another block; kernels marked
// __cluster_dims__ and launches with an attribute.
#include "hopper.h"

const int THREADS = 64;

// Each block writes its rank, and what the next one has written before the barrier.
static __device__ void around(float *out, float *box)
{
    const int blocks = gridDim.x * gridDim.y;
    const int block = blockIdx.y * gridDim.x + blockIdx.x, rank = cluster_ctarank();
    if (threadIdx.x == 0)
        box[block] = (float)(100 * block + rank);
    barrier_cluster_arrive();
    barrier_cluster_wait();
    // The peer in x: its neighbour of the pair.
    if (threadIdx.x < 2)
        out[block + threadIdx.x * blocks] =
            threadIdx.x == 0 ? (float)cluster_nctarank() : box[block ^ 1];
}

__global__ void __cluster_dims__(2, 2, 1) marked(float *out, float *box) { around(out, box); }

template <int n> __global__ __cluster_dims__(2) void with_template(float *out, float *box)
{
    around(out, box);
}

__global__ void plain(float *out, float *box) { around(out, box); }

static int check(const char *what, float *out, float *box, int blocks, int width, int of_cluster)
{
    cudaFree(box);
    return wrong(what, out, 2 * blocks, [=](int i) {
        const int b = i % blocks ^ 1;
        const int x = b % width, y = b / width;
        const int rank = of_cluster == 4 ? x % 2 + 2 * (y % 2) : x % 2;
        return i < blocks ? of_cluster : 100 * b + rank;
    });
}

// Every thread of a block signals the other blocks, by their barriers; then each waits for its own.
__global__ void __cluster_dims__(4, 1, 1) remote(float *values, float *out)
{
    __shared__ __align__(8) uint64_t ready;
    const int blocks = cluster_nctarank(), rank = cluster_ctarank();
    if (threadIdx.x == 0) {
        mbarrier_init(&ready, (blocks - 1) * THREADS);
        fence_mbarrier_init();
    }
    barrier_cluster_sync();
    for (int round = 0; round < 3; round++) {
        values[blockIdx.x * THREADS + threadIdx.x] = (float)(round + rank);
        for (int peer = 0; peer < blocks; peer++)
            if (peer != rank)
                mbarrier_arrive_cluster(&ready, peer);
        mbarrier_wait_parity_cluster(&ready, round & 1);
        float sum = 0;
        for (int peer = 0; peer < blocks; peer++)
            sum += values[peer * THREADS + threadIdx.x];
        out[(blockIdx.x * 3 + round) * THREADS + threadIdx.x] = sum;
        barrier_cluster_sync();
    }
}

// Two barriers polled in turn: a poll may say no.
__global__ void polls(float *out)
{
    __shared__ __align__(8) uint64_t ready[2];
    if (threadIdx.x == 0) {
        mbarrier_init(&ready[0], 1);
        mbarrier_init(&ready[1], 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        bool first = false, second = false;
        while (!first || !second) {
            if (!first)
                first = mbarrier_try_wait_parity(&ready[0], 0);
            if (!second && mbarrier_try_wait_parity(&ready[1], 0)) {
                second = true;
                mbarrier_arrive(&ready[0]);
            }
        }
        out[0] = 1;
    } else if (threadIdx.x == 32) {
        mbarrier_arrive(&ready[1]);
        out[1] = 1;
    }
}

int main()
{
    float *out = zeros(32), *box = zeros(16);
    marked<<<dim3(4, 4), THREADS>>>(out, box);
    int bad = check("marked", out, box, 16, 4, 4);
    out = zeros(12), box = zeros(6);
    with_template<7><<<dim3(2, 3), THREADS>>>(out, box);
    bad += check("template", out, box, 6, 2, 2);

    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {2, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(8);
    config.blockDim = dim3(THREADS);
    config.attrs = &cluster;
    config.numAttrs = 1;
    out = zeros(16), box = zeros(8);
    int most = 0;
    cudaOccupancyMaxActiveClusters(&most, plain, &config);
    bad += most < 1;
    cudaLaunchKernelEx(&config, plain, out, box);
    bad += check("attribute", out, box, 8, 8, 2);

    float *values = zeros(4 * THREADS);
    out = zeros(4 * 3 * THREADS);
    remote<<<4, THREADS>>>(values, out);
    cudaFree(values);
    bad += wrong("remote", out, 4 * 3 * THREADS, [](int i) { return 4 * (i / THREADS % 3) + 6; });

    out = zeros(2);
    polls<<<1, 64>>>(out);
    bad += wrong("polls", out, 2, [](int) { return 1; });

    // 9 blocks do not form pairs; 16 are too many for one cluster.
    float *none = zeros(32);
    config.gridDim = dim3(9);
    bad += cudaLaunchKernelEx(&config, plain, none, none) != cudaErrorInvalidClusterSize;
    cluster.val.clusterDim.x = 16;
    config.gridDim = dim3(16);
    bad += cudaLaunchKernelEx(&config, plain, none, none) != cudaErrorInvalidClusterSize;
    bad += cudaGetLastError() != cudaErrorInvalidClusterSize;
    cudaFree(none);
    if (bad)
        printf("%d wrong\n", bad);
    return bad != 0;
}
