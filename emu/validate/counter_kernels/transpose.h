// SPDX-License-Identifier: MIT
//
// transpose.h: out = transpose of a 256 x 256 matrix: 8 x 8 blocks, 32 x 32 threads, 2048 warps.
#ifndef BENCH_TRANSPOSE_H
#define BENCH_TRANSPOSE_H

#include "harness.h"

// This thread's element of the input, or of the output if the blocks are transposed too.
static __device__ __forceinline__ int element(bool transposed)
{
    int block_row = (int)(transposed ? blockIdx.x : blockIdx.y);
    int block_col = (int)(transposed ? blockIdx.y : blockIdx.x);
    return (32 * block_row + (int)threadIdx.y) * SIDE + 32 * block_col + (int)threadIdx.x;
}

// Reads rows and writes columns: one sector per lane.
// predicted: global_load 2048/8192, global_store 2048/65536
__global__ void transpose_naive(float *out, const float *in)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    out[x * SIDE + y] = in[y * SIDE + x];
}
LAUNCH(transpose_naive, dim3(8, 8), dim3(32, 32), h->out, h->in)

// Rows on both sides; the transposition happens in shared memory, where a column is one bank.
// predicted: global_load 2048/8192, global_store 2048/8192
// predicted: shared_store 2048/2048/0, shared_load 2048/65536/63488, barriers 2048
__global__ void transpose_shared(float *out, const float *in)
{
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[element(false)];
    __syncthreads();
    out[element(true)] = tile[threadIdx.x][threadIdx.y];
}
LAUNCH(transpose_shared, dim3(8, 8), dim3(32, 32), h->out, h->in)

// A row of 33 floats begins one bank further: a column uses all 32 banks.
// predicted: global_load 2048/8192, global_store 2048/8192
// predicted: shared_store 2048/2048/0, shared_load 2048/2048/0, barriers 2048
__global__ void transpose_padded(float *out, const float *in)
{
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] = in[element(false)];
    __syncthreads();
    out[element(true)] = tile[threadIdx.x][threadIdx.y];
}
LAUNCH(transpose_padded, dim3(8, 8), dim3(32, 32), h->out, h->in)

// Column c of row r is stored at column c ^ r: all banks, too, without unused memory.
// predicted: global_load 2048/8192, global_store 2048/8192
// predicted: shared_store 2048/2048/0, shared_load 2048/2048/0, barriers 2048
__global__ void transpose_swizzled(float *out, const float *in)
{
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[element(false)];
    __syncthreads();
    out[element(true)] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
LAUNCH(transpose_swizzled, dim3(8, 8), dim3(32, 32), h->out, h->in)

#endif
