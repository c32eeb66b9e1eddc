// expect: ok
// SPDX-License-Identifier: MIT
//
// <cuda/ptx>: a tile of a matrix is brought, changed and stored with a tensor map, and without one;
// blocks of a cluster send bytes and arrivals to each other.
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>

#include "check.h"

namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

enum { ROWS = 16, COLUMNS = 32, TILE_ROWS = 4, TILE_COLUMNS = 16, THREADS = 64 };

__global__ void add_one(const __grid_constant__ CUtensorMap map)
{
    __shared__ alignas(128) int tile[TILE_ROWS][TILE_COLUMNS];
    __shared__ barrier full;
    const int32_t at[2] = {(int)blockIdx.x * TILE_COLUMNS, (int)blockIdx.y * TILE_ROWS};
    if (threadIdx.x == 0)
        init(&full, blockDim.x);
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile, &map, at,
                                  cuda::device::barrier_native_handle(full));
        token = cuda::device::barrier_arrive_tx(full, 1, sizeof tile);
    } else {
        token = full.arrive();
    }
    full.wait(static_cast<barrier::arrival_token &&>(token));
    tile[threadIdx.x / TILE_COLUMNS][threadIdx.x % TILE_COLUMNS]++;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, &tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

// Twice x, which is also added to sums.
__global__ void twice(int *x, int *sums)
{
    __shared__ alignas(16) int part[THREADS];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full,
                                       sizeof part);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, part, x + blockIdx.x * THREADS,
                           sizeof part, &full);
    }
    while (!ptx::mbarrier_try_wait_parity(&full, 0))
        ;
    part[threadIdx.x] *= 2;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, x + blockIdx.x * THREADS, part,
                           sizeof part);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, part,
                                  sizeof part);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

__global__ void __cluster_dims__(2, 1, 1) exchange(int *out)
{
    __shared__ alignas(16) int mine[THREADS], theirs[THREADS];
    __shared__ uint64_t full, read;
    const unsigned rank = blockIdx.x % 2, other = 1 - rank;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::mbarrier_init(&read, THREADS);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    mine[threadIdx.x] = 100 * rank + threadIdx.x;
    ptx::fence_proxy_async(ptx::space_shared);
    ptx::barrier_cluster_arrive(ptx::sem_release);
    ptx::barrier_cluster_wait(ptx::sem_acquire);
    CHECK(ptx::getctarank(ptx::space_cluster, ptx::mapa(ptx::space_cluster, mine, other)) == other);
    if (threadIdx.x == 0) {
        const uint64_t state = ptx::mbarrier_arrive_expect_tx(
            ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &full, sizeof theirs);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared,
                           ptx::mapa(ptx::space_cluster, theirs, other), mine, sizeof mine,
                           ptx::mapa(ptx::space_cluster, &full, other));
        while (!ptx::mbarrier_try_wait(ptx::sem_acquire, ptx::scope_cluster, &full, state))
            ;
    }
    while (!ptx::mbarrier_test_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &full, 0))
        ;
    out[blockIdx.x * THREADS + threadIdx.x] = theirs[threadIdx.x];
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                         ptx::mapa(ptx::space_cluster, &read, other));
    while (!ptx::mbarrier_try_wait_parity(&read, 0))
        ;
    ptx::fence(ptx::sem_acq_rel, ptx::scope_gpu);
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
}

int main()
{
    const int count = ROWS * COLUMNS;
    int *d, *sums, host[count];
    CUtensorMap map;
    const cuuint64_t sizes[2] = {COLUMNS, ROWS}, strides[1] = {COLUMNS * sizeof(int)};
    const cuuint32_t box[2] = {TILE_COLUMNS, TILE_ROWS}, steps[2] = {1, 1};
    cudaMalloc(&d, sizeof host);
    cudaMalloc(&sums, THREADS * sizeof(int));
    cudaMemset(sums, 0, THREADS * sizeof(int));
    for (int i = 0; i < count; i++)
        host[i] = i;
    cudaMemcpy(d, host, sizeof host, cudaMemcpyHostToDevice);
    HOST_CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, d, sizes, strides,
                                      box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS);
    add_one<<<dim3(COLUMNS / TILE_COLUMNS, ROWS / TILE_ROWS), THREADS>>>(map);
    twice<<<count / THREADS, THREADS>>>(d, sums);
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++)
        HOST_CHECK(host[i] == 2 * (i + 1));
    cudaMemcpy(host, sums, THREADS * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < THREADS; i++)
        HOST_CHECK(host[i] == 8 * (2 * (i + 1)) + 2 * THREADS * 28);
    exchange<<<4, THREADS>>>(d);
    cudaMemcpy(host, d, 4 * THREADS * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4 * THREADS; i++)
        HOST_CHECK(host[i] == 100 * (1 - i / THREADS % 2) + i % THREADS);
    cudaFree(d);
    cudaFree(sums);
    return check_result();
}
