// SPDX-License-Identifier: MIT
//
// block.h: operations of a block's warps together: barriers, reductions, a stencil.
#ifndef BENCH_BLOCK_H
#define BENCH_BLOCK_H

#include "harness.h"

// A barrier is one instruction of each warp: 8 x 64 warps.
// predicted: barriers 512, global_store 64/256
__global__ void barriers_8(float *out)
{
#pragma unroll 1
    for (int t = 0; t < 8; t++)
        __syncthreads();
    out[global_index()] = 1;
}
LAUNCH(barriers_8, BLOCKS, THREADS, h->out)

// 48 threads are two warps: 2 barriers x 2 x 16 blocks.
// predicted: barriers 64, shared_store 32/32/0, shared_load 32/32/0, global_store 32/96
__global__ void barrier_of_48(float *out)
{
    __shared__ float tile[48];
    tile[threadIdx.x] = (float)threadIdx.x;
    __syncthreads();
    out[global_index()] = tile[47 - threadIdx.x];
    __syncthreads();
}
LAUNCH(barrier_of_48, BLOCKS, 48, h->out)

// A tree in shared memory whose active threads are 2s apart. All 4 warps of a block work while s <=
// 16, then 2, then 1: 23 in all, each with 2 loads and a store; and 1 load at the end.
// predicted: global_load 64/256, global_store 16/16, barriers 512
// predicted: shared_load 752/752/0, shared_store 432/432/0
__global__ void reduce_interleaved(float *out, const float *in)
{
    __shared__ float sums[THREADS];
    int t = (int)threadIdx.x;
    sums[t] = in[global_index()];
    __syncthreads();
#pragma unroll 1
    for (int s = 1; s < THREADS; s *= 2) {
        if (t % (2 * s) == 0)
            sums[t] += sums[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}
LAUNCH(reduce_interleaved, BLOCKS, THREADS, h->out, h->in)

// The active threads are contiguous: 2 warps work, then 1, 1, 1, 1, 1, 1: 8 in all.
// predicted: global_load 64/256, global_store 16/16, barriers 512
// predicted: shared_load 272/272/0, shared_store 192/192/0
__global__ void reduce_sequential(float *out, const float *in)
{
    __shared__ float sums[THREADS];
    int t = (int)threadIdx.x;
    sums[t] = in[global_index()];
    __syncthreads();
#pragma unroll 1
    for (int s = THREADS / 2; s > 0; s /= 2) {
        if (t < s)
            sums[t] += sums[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}
LAUNCH(reduce_sequential, BLOCKS, THREADS, h->out, h->in)

// Contiguous active threads, whose words are 2s apart: the requests of reduce_sequential, with
// wavefronts of 2 (for each of 2 warps), then 4, 4, 4, 4, 2, 1.
// predicted: global_load 64/256, global_store 16/16, barriers 512
// predicted: shared_load 272/752/480, shared_store 192/432/240
__global__ void reduce_strided(float *out, const float *in)
{
    __shared__ float sums[THREADS];
    int t = (int)threadIdx.x;
    sums[t] = in[global_index()];
    __syncthreads();
#pragma unroll 1
    for (int s = 1; s < THREADS; s *= 2) {
        int at = 2 * s * t;
        if (at < THREADS)
            sums[at] += sums[at + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}
LAUNCH(reduce_strided, BLOCKS, THREADS, h->out, h->in)

// Each thread adds three neighbours. The first thread of a block also loads the two outside of its
// edges: 2 more loads per block, 1 sector each.
// predicted: global_load 96/288, global_store 64/256, barriers 64
// predicted: shared_store 96/96/0, shared_load 192/192/0
__global__ void stencil_of_3(float *out, const float *in)
{
    __shared__ float tile[THREADS + 2];
    int t = (int)threadIdx.x;
    const float *mine = in + global_index() + 32;
    tile[t + 1] = mine[0];
    if (t == 0) {
        tile[0] = mine[-1];
        tile[THREADS + 1] = mine[THREADS];
    }
    __syncthreads();
    out[global_index()] = tile[t] + tile[t + 1] + tile[t + 2];
}
LAUNCH(stencil_of_3, BLOCKS, THREADS, h->out, h->in)

// Lanes exchange values by shuffles, without shared memory.
// predicted: global_load 64/256, global_store 64/64
__global__ void reduce_by_shuffles(float *out, const float *in)
{
    float sum = in[global_index()];
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, s);
    if (lane() == 0)
        out[global_index()] = sum;
}
LAUNCH(reduce_by_shuffles, BLOCKS, THREADS, h->out, h->in)

#endif
