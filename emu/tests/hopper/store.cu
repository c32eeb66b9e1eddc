// SPDX-License-Identifier: MIT
//
// Stores and additions by the copy engine: swizzled tiles, boxes over the edge, groups, types.
#include "hopper.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

const int COLS = 40, ROWS = 24;

static __device__ int piece_at(int i, int s) { return i ^ (i >> 3 & ((1 << s) - 1)); }

// One box a block, all of them from one buffer: it is written again when the last was read.
template <int box_cols, int box_rows, int swizzle, bool add>
__global__ void store(const __grid_constant__ CUtensorMap map, int boxes)
{
    __shared__ __align__(1024) float tile[box_cols * box_rows];
    for (int box = 0; box < boxes; box++) {
        const int x = box % 2 * box_cols, y = box / 2 * box_rows;
        if (threadIdx.x == 0)
            bulk_wait_group_read(0);
        __syncthreads();
        for (int i = threadIdx.x; i < box_cols * box_rows; i += blockDim.x)
            tile[piece_at(i / 4, swizzle) * 4 + i % 4] =
                (float)((y + i / box_cols) * COLS + x + i % box_cols + 1);
        fence_proxy_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            if (add)
                tma_reduce_add_2d(&map, tile, x, y);
            else
                tma_store_2d(&map, tile, x, y);
            bulk_commit_group();
        }
    }
    if (threadIdx.x == 0)
        bulk_wait_group_read(0);
}

template <int box_cols, int box_rows, int swizzle, bool add> static int try_store()
{
    float *out = numbers(COLS * ROWS);
    const CUtensorMap map =
        map_f32(out, COLS, ROWS, box_cols, box_rows, (CUtensorMapSwizzle)swizzle);
    const int boxes = 2 * ((ROWS + box_rows - 1) / box_rows);
    const int reached = 2 * box_cols < COLS ? 2 * box_cols : COLS;
    if (!add)
        cudaMemset(out, 0, COLS * ROWS * sizeof(float));
    store<box_cols, box_rows, swizzle, add><<<add ? 3 : 1, 96>>>(map, boxes);
    return wrong(add ? "add" : "store", out, COLS * ROWS, [=](int i) {
        const int times = i % COLS < reached ? (add ? 4 : 1) : (add ? 1 : 0);
        return times * (i + 1);
    });
}

// Two buffers, each waited for one group late; each row is a separate box.
__global__ void two_buffers(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) float tile[2][32];
    for (int row = 0; row < 6; row++) {
        bulk_wait_group_read(1);
        __syncwarp();
        tile[row % 2][threadIdx.x] = (float)(row * 32 + threadIdx.x + 1);
        fence_proxy_async();
        __syncwarp();
        if (threadIdx.x == 0) {
            tma_store_2d(&map, tile[row % 2], 0, row);
            bulk_commit_group();
        }
    }
    bulk_wait_group(0);
}

template <class T> __global__ void add_halfs(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) T tile[64];
    tile[threadIdx.x] = (T)(float)(threadIdx.x + 1);
    fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        tma_reduce_add_2d(&map, tile, 0, 0);
        bulk_commit_group();
        bulk_wait_group(0);
    }
}

template <class T> static int try_halfs(CUtensorMapDataType type)
{
    T host[64], *device;
    for (int i = 0; i < 64; i++)
        host[i] = (T)(float)i;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    const CUtensorMap map = map_2d(type, device, 64, 1, 128, 64, 1, CU_TENSOR_MAP_SWIZZLE_NONE);
    add_halfs<T><<<1, 64>>>(map);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int i = 0; i < 64; i++)
        bad += (float)host[i] != (float)(2 * i + 1);
    if (bad)
        printf("halfs: %d wrong\n", bad);
    cudaFree(device);
    return bad;
}

int main()
{
    int bad = try_store<32, 8, 3, false>() + try_store<16, 8, 2, false>() +
              try_store<8, 16, 1, false>() + try_store<20, 7, 0, false>() +
              try_store<32, 8, 3, true>() + try_store<12, 5, 0, true>();
    float *out = zeros(6 * 32);
    const CUtensorMap map = map_f32(out, 32, 6, 32, 1);
    two_buffers<<<1, 32>>>(map);
    bad += wrong("two buffers", out, 6 * 32, [](int i) { return i + 1; });
    bad += try_halfs<__half>(CU_TENSOR_MAP_DATA_TYPE_FLOAT16) +
           try_halfs<__nv_bfloat16>(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16);
    if (bad)
        printf("%d wrong\n", bad);
    return bad != 0;
}
