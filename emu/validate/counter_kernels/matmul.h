// SPDX-License-Identifier: MIT
//
// matmul.h: C = A B with 256 x 256 matrices, in three versions that differ in a warp's accesses.
#ifndef BENCH_MATMUL_H
#define BENCH_MATMUL_H

#include "harness.h"

enum { TILE = 32 };

// x from threadIdx.x: a warp is 2 rows of 16 columns. Each iteration loads 2 words of a (2 rows, 2
// sectors) and 16 words of b (2 sectors).
// predicted: global_load 1048576/2097152, global_store 2048/8192
__global__ void matmul_x_from_threadidx_x(float *c, const float *a, const float *b, int n, int k)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    float v = 0;
    for (int i = 0; i < k; i++)
        v += a[y * k + i] * b[i * n + x];
    c[y * n + x] = v;
}
LAUNCH(matmul_x_from_threadidx_x, dim3(16, 16), dim3(16, 16), h->out, h->in, h->b, SIDE, SIDE)

// y from threadIdx.x: a warp is 16 rows of 2 columns. Each iteration loads 16 words of a (16 rows,
// 16 sectors) and 2 words of b (1 sector).
// predicted: global_load 1048576/8912896, global_store 2048/32768
__global__ void matmul_y_from_threadidx_x(float *c, const float *a, const float *b, int n, int k)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.y);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.x);
    float v = 0;
    for (int i = 0; i < k; i++)
        v += a[y * k + i] * b[i * n + x];
    c[y * n + x] = v;
}
LAUNCH(matmul_y_from_threadidx_x, dim3(16, 16), dim3(16, 16), h->out, h->in, h->b, SIDE, SIDE)

// Shared tiles with exchanged indices: each store has 32 lanes in one bank, and so does each load
// of bs; the load of as is one word for the whole warp. The inner loop is not unrolled, because
// nvcc would then merge 4 neighbouring words of bs into one load of 128 bits.
// predicted: global_load 32768/131072, global_store 2048/8192
// predicted: shared_store 32768/1048576/1015808, shared_load 1048576/17301504/16252928
// predicted: barriers 32768
__global__ void matmul_tile_transposed(float *c, const float *a, const float *b, int n, int k)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int x = (int)blockIdx.x * TILE + tx, y = (int)blockIdx.y * TILE + ty;
    float v = 0;
#pragma unroll 1
    for (int i = 0; i < k; i += TILE) {
        as[tx][ty] = a[y * k + i + tx];
        bs[tx][ty] = b[(i + ty) * n + x];
        __syncthreads();
#pragma unroll 1
        for (int p = 0; p < TILE; p++)
            v += as[p][ty] * bs[tx][p];
        __syncthreads();
    }
    c[y * n + x] = v;
}
LAUNCH(matmul_tile_transposed, dim3(8, 8), dim3(32, 32), h->out, h->in, h->b, SIDE, SIDE)

// The same with the right indices: no conflicts.
// predicted: global_load 32768/131072, global_store 2048/8192
// predicted: shared_store 32768/32768/0, shared_load 1048576/1048576/0, barriers 32768
__global__ void matmul_tile(float *c, const float *a, const float *b, int n, int k)
{
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
    int x = (int)blockIdx.x * TILE + tx, y = (int)blockIdx.y * TILE + ty;
    float v = 0;
#pragma unroll 1
    for (int i = 0; i < k; i += TILE) {
        as[ty][tx] = a[y * k + i + tx];
        bs[ty][tx] = b[(i + ty) * n + x];
        __syncthreads();
#pragma unroll 1
        for (int p = 0; p < TILE; p++)
            v += as[ty][p] * bs[p][tx];
        __syncthreads();
    }
    c[y * n + x] = v;
}
LAUNCH(matmul_tile, dim3(8, 8), dim3(32, 32), h->out, h->in, h->b, SIDE, SIDE)

#endif
