// SPDX-License-Identifier: MIT
//
// bulk_copy.cu: libcu++'s functions for the copy engine: tiles of a matrix are brought into shared
// memory, changed there and stored, with a tensor map and without one.
#include <cuda.h>
#include <cuda/barrier>

#include "check.h"

enum { ROWS = 16, COLUMNS = 32, TILE_ROWS = 4, TILE_COLUMNS = 16, THREADS = 64 };

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void add_one(const __grid_constant__ CUtensorMap map)
{
    __shared__ alignas(128) int tile[TILE_ROWS][TILE_COLUMNS];
    __shared__ barrier full;
    const int x = (int)blockIdx.x * TILE_COLUMNS, y = (int)blockIdx.y * TILE_ROWS;
    if (threadIdx.x == 0) {
        init(&full, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_global_to_shared(tile, &map, x, y, full);
        token = cuda::device::barrier_arrive_tx(full, 1, sizeof tile);
    } else {
        token = full.arrive();
    }
    full.wait(static_cast<barrier::arrival_token &&>(token));
    tile[threadIdx.x / TILE_COLUMNS][threadIdx.x % TILE_COLUMNS]++;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_tensor_2d_shared_to_global(&map, x, y, tile);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

__global__ void twice(int *x)
{
    __shared__ alignas(16) int part[THREADS];
    __shared__ barrier full;
    if (threadIdx.x == 0) {
        init(&full, blockDim.x);
        cde::fence_proxy_async_shared_cta();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_global_to_shared(part, x + blockIdx.x * THREADS, sizeof part, full);
        cuda::device::barrier_expect_tx(full, sizeof part);
    }
    full.arrive_and_wait();
    part[threadIdx.x] *= 2;
    cde::fence_proxy_async_shared_cta();
    __syncthreads();
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_shared_to_global(x + blockIdx.x * THREADS, part, sizeof part);
        cde::cp_async_bulk_commit_group();
        cde::cp_async_bulk_wait_group_read<0>();
    }
}

int main()
{
    int *x;
    cudaMallocManaged(&x, ROWS * COLUMNS * sizeof *x);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        x[i] = i;
    CUtensorMap map;
    const cuuint64_t size[] = {COLUMNS, ROWS}, stride[] = {COLUMNS * sizeof *x};
    const cuuint32_t box[] = {TILE_COLUMNS, TILE_ROWS}, step[] = {1, 1};
    HOST_CHECK(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, x, size, stride, box,
                                      step, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS);
    add_one<<<dim3(COLUMNS / TILE_COLUMNS, ROWS / TILE_ROWS), THREADS>>>(map);
    twice<<<ROWS * COLUMNS / THREADS, THREADS>>>(x);
    cudaDeviceSynchronize();
    for (int i = 0; i < ROWS * COLUMNS; i++)
        HOST_CHECK(x[i] == 2 * (i + 1));
    cudaFree(x);
    return check_result();
}
