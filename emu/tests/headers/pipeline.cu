// expect: ok
// SPDX-License-Identifier: MIT
//
// Asynchronous copies to shared memory, by thread and by group.
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void by_thread(const float4 *in)
{
    __shared__ float4 tile[2][32];
    const int i = threadIdx.x;
    __pipeline_memcpy_async(&tile[0][i], &in[i], sizeof(float4));
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[1][i], &in[i + 32], sizeof(float4), i == 31 ? 12 : 0);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    CHECK(tile[0][31 - i].w == 4 * (31 - i) + 3);
    __pipeline_wait_prior(0);
    __syncthreads();
    CHECK(tile[1][i].x == 4 * (i + 32) && tile[1][i].w == (i == 31 ? 0 : 4 * (i + 32) + 3));
}

__global__ void by_group(const float *in)
{
    __shared__ __align__(16) float tile[200];
    const cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof(float) * 200);
    cg::wait(block);
    for (int i = threadIdx.x; i < 200; i += blockDim.x)
        CHECK(tile[i] == i);
    block.sync();
    cg::memcpy_async(block, tile, in + 1, sizeof(float) * 50); // no 16-byte pieces here
    cg::wait(block);
    CHECK(tile[threadIdx.x % 50] == threadIdx.x % 50 + 1);
}

int main()
{
    float host[256], *in;
    for (int i = 0; i < 256; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    by_thread<<<1, 32>>>((const float4 *)in);
    by_group<<<1, 64>>>(in);
    const int failed = check_result();
    cudaFree(in);
    return failed;
}
