// SPDX-License-Identifier: MIT
//
// global.h: requests and sectors of global memory. A warp's 32 lanes make one request; it moves
// every 32-byte sector of which it accesses at least one byte.
//
// `predicted: global_load R/S` means R requests and S sectors in the whole launch.
#ifndef BENCH_GLOBAL_H
#define BENCH_GLOBAL_H

#include <cuda_fp16.h>

#include "harness.h"

// ---- One float per lane -------------------------------------------------------------------------

// 128 consecutive bytes a warp: 4 sectors.
// predicted: global_load 64/256, global_store 64/256
KERNEL(coalesced_copy, out[global_index()] = in[global_index()])

// Every second float: 256 bytes, 8 sectors.
// predicted: global_load 64/512, global_store 64/256
KERNEL(load_stride_2, out[global_index()] = in[2 * global_index()])

// One float a sector: 32 sectors.
// predicted: global_load 64/2048, global_store 64/256
KERNEL(load_stride_8, out[global_index()] = in[8 * global_index()])

// One float in 128 bytes: still 32 sectors, one per lane.
// predicted: global_load 64/2048, global_store 64/256
KERNEL(load_stride_32, out[global_index()] = in[32 * global_index()])

// predicted: global_load 64/256, global_store 64/512
KERNEL(store_stride_2, out[2 * global_index()] = in[global_index()])

// predicted: global_load 64/256, global_store 64/2048
KERNEL(store_stride_32, out[32 * global_index()] = in[global_index()])

// The warp's 128 bytes begin 4 bytes into a sector: 5 sectors.
// predicted: global_load 64/320, global_store 64/256
KERNEL(load_misaligned, out[global_index()] = in[global_index() + 1])

// predicted: global_load 64/256, global_store 64/320
KERNEL(store_misaligned, out[global_index() + 1] = in[global_index()])

// The lanes are permuted within 128 bytes: the order has no effect.
// predicted: global_load 64/256, global_store 64/256
KERNEL(load_permuted, out[global_index()] = in[global_index() ^ 13])

// All lanes load the same word: 1 sector.
// predicted: global_load 64/64, global_store 64/256
KERNEL(load_broadcast, out[global_index()] = in[blockIdx.x])

// Each half of the warp loads one word, 128 bytes apart: 2 sectors.
// predicted: global_load 64/128, global_store 64/256
KERNEL(load_broadcast_halves, out[global_index()] = in[lane() / 16 * 32])

// Only the odd lanes load: 16 lanes, but every sector is accessed.
// predicted: global_load 64/256, global_store 64/256
KERNEL(load_odd_lanes, out[global_index()] = lane() % 2 ? in[global_index()] : 0)

// The compiler may not merge or drop a volatile access.
// predicted: global_load 128/512, global_store 64/256
__global__ void load_volatile_twice(float *out, const volatile float *in)
{
    float first = in[global_index()];
    out[global_index()] = first + in[global_index()];
}
LAUNCH(load_volatile_twice, BLOCKS, THREADS, h->out, h->in)

// Through the read-only path (LDG.CONSTANT): counted like any other load.
// predicted: global_load 64/256, global_store 64/256
__global__ void load_read_only(float *out, const float *__restrict__ in)
{
    out[global_index()] = __ldg(&in[global_index()]);
}
LAUNCH(load_read_only, BLOCKS, THREADS, h->out, h->in)

// Two loads, 8 KiB apart.
// predicted: global_load 128/512, global_store 64/256
KERNEL(load_two, out[global_index()] = in[global_index()] + in[global_index() + N])

// ---- Other widths -------------------------------------------------------------------------------

// 256 bytes a warp, still one request.
// predicted: global_load 64/512, global_store 64/512
KERNEL_OF(float2, float2_copy, out[global_index()] = in[global_index()])

// 512 bytes a warp, still one request.
// predicted: global_load 64/1024, global_store 64/1024
KERNEL_OF(float4, float4_copy, out[global_index()] = in[global_index()])

// No load has a width of 12 bytes: three requests, each 4 bytes every 12, 12 sectors.
// predicted: global_load 192/2304, global_store 192/2304
KERNEL_OF(float3, float3_copy, out[global_index()] = in[global_index()])

// predicted: global_load 64/128, global_store 64/128
KERNEL_OF(__half, half_copy, out[global_index()] = in[global_index()])

// predicted: global_load 64/64, global_store 64/64
KERNEL_OF(unsigned char, byte_copy, out[global_index()] = in[global_index()])

// One byte in each word: the one with a float's exponent.
// predicted: global_load 64/256, global_store 64/256
KERNEL_OF(unsigned char, byte_stride_4, out[4 * global_index() + 3] = in[4 * global_index() + 3])

// predicted: global_load 64/512, global_store 64/512
KERNEL_OF(long long, long_copy, out[global_index()] = in[global_index()])

// Every second float4: 16 bytes of each sector, 32 sectors.
// predicted: global_load 64/2048, global_store 64/1024
KERNEL_OF(float4, float4_load_stride_2, out[global_index()] = in[2 * global_index()])

// One float4 in 128 bytes: 32 sectors.
// predicted: global_load 64/2048, global_store 64/1024
KERNEL_OF(float4, float4_load_stride_8, out[global_index()] = in[8 * global_index()])

// predicted: global_load 64/1024, global_store 64/2048
KERNEL_OF(float4, float4_store_stride_8, out[8 * global_index()] = in[global_index()])

// Lanes 2i and 2i+1 share one float4: 256 bytes, 8 sectors.
// predicted: global_load 64/512, global_store 64/1024
KERNEL_OF(float4, float4_load_pairs, out[global_index()] = in[global_index() / 2])

// One member of each float4: a load of 4 bytes every 16.
// predicted: global_load 64/1024, global_store 64/256
__global__ void float4_one_member(float *out, const float4 *in)
{
    out[global_index()] = in[global_index()].x;
}
LAUNCH(float4_one_member, BLOCKS, THREADS, h->out, (const float4 *)h->in)

struct particle {
    float x, y, z, w, mass;
};

// An array of structures: each of the two loads accesses all 640 bytes, 20 sectors.
// predicted: global_load 128/2560, global_store 64/256
__global__ void array_of_structures(float *out, const struct particle *in)
{
    out[global_index()] = in[global_index()].x + in[global_index()].mass;
}
LAUNCH(array_of_structures, BLOCKS, THREADS, h->out, (const struct particle *)h->in)

// ---- Incomplete warps ---------------------------------------------------------------------------

// Blocks of 48 threads: a warp of 32 lanes (4 sectors), one of 16 (2 sectors); 16 blocks.
// predicted: global_load 32/96, global_store 32/96
__global__ void block_of_48(float *out, const float *in)
{
    out[global_index()] = in[global_index()];
}
LAUNCH(block_of_48, BLOCKS, 48, h->out, h->in)

// Blocks of 33 threads start anywhere in a sector; the second warp has one lane. Block b begins at
// float 33b: if b % 8 == 0 its first warp has 4 sectors, else 5.
// predicted: global_load 32/94, global_store 32/94
__global__ void block_of_33(float *out, const float *in)
{
    out[global_index()] = in[global_index()];
}
LAUNCH(block_of_33, BLOCKS, 33, h->out, h->in)

// 2000 of 2048 threads have an element: warp 62 has 16 lanes, warp 63 makes no request.
// predicted: global_load 63/250, global_store 63/250
__global__ void guarded_copy(float *out, const float *in, int n)
{
    if (global_index() < n)
        out[global_index()] = in[global_index()];
}
LAUNCH(guarded_copy, BLOCKS, THREADS, h->out, h->in, 2000)

// 512 threads process 2000 elements: 62 full warps and one half-full.
// predicted: global_load 63/250, global_store 63/250
__global__ void grid_stride_copy(float *out, const float *in, int n)
{
#pragma unroll 1
    for (int i = global_index(); i < n; i += (int)(gridDim.x * blockDim.x))
        out[i] = in[i];
}
LAUNCH(grid_stride_copy, 4, THREADS, h->out, h->in, 2000)

// Lanes 20 to 31 return early: 20 lanes, 80 bytes, 3 sectors.
// predicted: global_load 64/192, global_store 64/192
__global__ void early_return_by_lane(float *out, const float *in)
{
    if (lane() >= 20)
        return;
    out[global_index()] = in[global_index()];
}
LAUNCH(early_return_by_lane, BLOCKS, THREADS, h->out, h->in)

// Every second warp returns early.
// predicted: global_load 32/128, global_store 32/128
__global__ void early_return_by_warp(float *out, const float *in)
{
    if (threadIdx.x / 32 % 2)
        return;
    out[global_index()] = in[global_index()];
}
LAUNCH(early_return_by_warp, BLOCKS, THREADS, h->out, h->in)

// Blocks of 8 x 8, rows of 256: a warp is 4 rows of 8 floats, a sector each.
// predicted: global_load 128/512, global_store 128/512
__global__ void block_of_8_by_8(float *out, const float *in)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    out[y * SIDE + x] = in[y * SIDE + x];
}
LAUNCH(block_of_8_by_8, dim3(8, 8), dim3(8, 8), h->out, h->in)

// Blocks of 5 x 5 are one warp of 25 lanes: 5 rows of 5 floats, a row in 1 or 2 sectors (of the 8
// places where it can begin, 4 lead into a second sector; 8 blocks in x meet each once).
// predicted: global_load 64/480, global_store 64/480
__global__ void block_of_5_by_5(float *out, const float *in)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    out[y * SIDE + x] = in[y * SIDE + x];
}
LAUNCH(block_of_5_by_5, dim3(8, 8), dim3(5, 5), h->out, h->in)

// ---- Other memories -----------------------------------------------------------------------------

__constant__ float coefficients[32];

// All lanes read one word of constant memory, which has its own cache.
// predicted: global_load 64/256, global_store 64/256
KERNEL(constant_uniform, out[global_index()] = in[global_index()] + coefficients[blockIdx.x])

// Each lane reads a different word of constant memory: slow, but no global request.
// predicted: global_load 64/256, global_store 64/256
KERNEL(constant_diverged, out[global_index()] = in[global_index()] + coefficients[lane()])

__device__ __align__(128) float device_table[N];

// A __device__ variable is global memory.
// predicted: global_load 64/256, global_store 64/256
__global__ void device_array_store(const float *in)
{
    device_table[global_index()] = in[global_index()];
}
LAUNCH(device_array_store, BLOCKS, THREADS, h->in)

// Reads what device_array_store has written.
// predicted: global_load 64/256, global_store 64/256
__global__ void device_array_load(float *out)
{
    out[global_index()] = device_table[global_index()];
}
LAUNCH(device_array_load, BLOCKS, THREADS, h->out)

struct weights {
    float value[32];
};

static struct weights zero_to_31(void)
{
    struct weights weights;
    for (int i = 0; i < 32; i++)
        weights.value[i] = (float)i;
    return weights;
}

// Kernel parameters are in constant memory.
// predicted: global_load 64/256, global_store 64/256
__global__ void parameter_array(float *out, const float *in, struct weights weights)
{
    out[global_index()] = in[global_index()] + weights.value[lane()];
}
LAUNCH(parameter_array, BLOCKS, THREADS, h->out, h->in, zero_to_31())

// An array with a variable index is in local memory, which is counted separately: 8 + 1 loads.
// predicted: global_load 576/2304, global_store 64/256
__global__ void local_array(float *out, const float *in)
{
    float values[8];
    for (int k = 0; k < 8; k++)
        values[k] = in[global_index() + N * k];
    int chosen = (int)in[global_index() + N * 8] % 8;
    out[global_index()] = values[chosen];
}
LAUNCH(local_array, BLOCKS, THREADS, h->out, h->in)

#endif
