// SPDX-License-Identifier: MIT
//
// global.h: requests and sectors of global memory. A warp's 32 lanes make one request; it moves
// every 32-byte sector in which at least one byte is wanted.
//
// `predicted: global_load R/S` means: R requests, S sectors, over the whole launch.
#ifndef BENCH_GLOBAL_H
#define BENCH_GLOBAL_H

#include <cuda_fp16.h>

#include "harness.h"

// ---- One float a lane ---------------------------------------------------------------------------

// 128 consecutive bytes a warp: 4 sectors.
// predicted: global_load 64/256, global_store 64/256
KERNEL(coalesced_copy, out[global_index()] = in[global_index()])

// Every second float: 256 bytes, 8 sectors.
// predicted: global_load 64/512, global_store 64/256
KERNEL(load_stride_2, out[global_index()] = in[2 * global_index()])

// One float a sector: 32 sectors.
// predicted: global_load 64/2048, global_store 64/256
KERNEL(load_stride_8, out[global_index()] = in[8 * global_index()])

// One float in 128 bytes: still 32 sectors, no more than one a lane.
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

// The lanes change places within 128 bytes: order does not matter.
// predicted: global_load 64/256, global_store 64/256
KERNEL(load_permuted, out[global_index()] = in[global_index() ^ 13])

// All lanes want the same word: 1 sector.
// predicted: global_load 64/64, global_store 64/256
KERNEL(load_broadcast, out[global_index()] = in[blockIdx.x])

// Each half of the warp wants one word, 128 bytes apart: 2 sectors.
// predicted: global_load 64/128, global_store 64/256
KERNEL(load_broadcast_halves, out[global_index()] = in[lane() / 16 * 32])

// Only the odd lanes load: 16 lanes, yet every sector is touched.
// predicted: global_load 64/256, global_store 64/256
KERNEL(load_odd_lanes, out[global_index()] = lane() % 2 ? in[global_index()] : 0)

// The compiler may not merge or drop a volatile access.
// predicted: global_load 128/512, global_store 64/256
__global__ void load_volatile_twice(float *out, const volatile float *in)
{
    float first = in[global_index()];
    out[global_index()] = first + in[global_index()];
}

// Through the read-only path (LDG.CONSTANT): counted like any other load.
// predicted: global_load 64/256, global_store 64/256
__global__ void load_read_only(float *out, const float *__restrict__ in)
{
    out[global_index()] = __ldg(&in[global_index()]);
}

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

// 12 bytes are no width of a load: three requests, each 4 bytes every 12, 12 sectors.
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

struct particle {
    float x, y, z, w, mass;
};

// An array of structures: each of the two loads touches all 640 bytes, 20 sectors.
// predicted: global_load 128/2560, global_store 64/256
__global__ void array_of_structures(float *out, const struct particle *in)
{
    out[global_index()] = in[global_index()].x + in[global_index()].mass;
}

// ---- Warps that are not full --------------------------------------------------------------------

// Blocks of 48 threads: a warp of 32 lanes (4 sectors), one of 16 (2 sectors); 16 blocks.
// predicted: global_load 32/96, global_store 32/96
KERNEL(block_of_48, out[global_index()] = in[global_index()])

// Blocks of 33 threads start anywhere in a sector; the second warp is one lane. Block b begins at
// float 33b: where b % 8 == 0 its first warp has 4 sectors, else 5.
// predicted: global_load 32/94, global_store 32/94
KERNEL(block_of_33, out[global_index()] = in[global_index()])

// 2000 of 2048 threads have an element: warp 62 has 16 lanes, warp 63 makes no request.
// predicted: global_load 63/250, global_store 63/250
__global__ void guarded_copy(float *out, const float *in, int n)
{
    if (global_index() < n)
        out[global_index()] = in[global_index()];
}

// 512 threads walk over 2000 elements: 62 full warps and one half-full.
// predicted: global_load 63/250, global_store 63/250
__global__ void grid_stride_copy(float *out, const float *in, int n)
{
#pragma unroll 1
    for (int i = global_index(); i < n; i += (int)(gridDim.x * blockDim.x))
        out[i] = in[i];
}

// Lanes 20 to 31 leave: 20 lanes, 80 bytes, 3 sectors.
// predicted: global_load 64/192, global_store 64/192
__global__ void early_return_by_lane(float *out, const float *in)
{
    if (lane() >= 20)
        return;
    out[global_index()] = in[global_index()];
}

// Every second warp leaves.
// predicted: global_load 32/128, global_store 32/128
__global__ void early_return_by_warp(float *out, const float *in)
{
    if (threadIdx.x / 32 % 2)
        return;
    out[global_index()] = in[global_index()];
}

// Blocks of 8 x 8, rows of 256: a warp is 4 rows of 8 floats, a sector each.
// predicted: global_load 128/512, global_store 128/512
__global__ void block_of_8_by_8(float *out, const float *in)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    out[y * SIDE + x] = in[y * SIDE + x];
}

// Blocks of 5 x 5 are one warp of 25 lanes: 5 rows of 5 floats, a row in 1 or 2 sectors (of the 8
// places where it can begin, 4 lead into a second sector; 8 blocks in x meet each once).
// predicted: global_load 64/480, global_store 64/480
__global__ void block_of_5_by_5(float *out, const float *in)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    out[y * SIDE + x] = in[y * SIDE + x];
}

// ---- What is not global memory ------------------------------------------------------------------

__constant__ float coefficients[32];

// All lanes read one word of constant memory, which has a cache of its own.
// predicted: global_load 64/256, global_store 64/256
KERNEL(constant_uniform, out[global_index()] = in[global_index()] + coefficients[blockIdx.x])

// Each lane reads another word of constant memory: slow, and no global request either.
// predicted: global_load 64/256, global_store 64/256
KERNEL(constant_diverged, out[global_index()] = in[global_index()] + coefficients[lane()])

__device__ __align__(128) float device_table[N];

// A __device__ variable is global memory.
// predicted: global_load 64/256, global_store 64/256
__global__ void device_array_store(const float *in)
{
    device_table[global_index()] = in[global_index()];
}

// Reads what device_array_store left.
// predicted: global_load 64/256, global_store 64/256
KERNEL_OUT(device_array_load, out[global_index()] = device_table[global_index()])

struct weights {
    float value[32];
};

// Kernel parameters lie in constant memory.
// predicted: global_load 64/256, global_store 64/256
__global__ void parameter_array(float *out, const float *in, struct weights weights)
{
    out[global_index()] = in[global_index()] + weights.value[lane()];
}

// An array indexed by a value goes to local memory, which is counted apart: 8 + 1 loads.
// predicted: global_load 576/2304, global_store 64/256
__global__ void local_array(float *out, const float *in)
{
    float values[8];
    for (int k = 0; k < 8; k++)
        values[k] = in[global_index() + N * k];
    int chosen = (int)in[global_index() + N * 8] % 8;
    out[global_index()] = values[chosen];
}

// ---- Launches -----------------------------------------------------------------------------------

static void run_global(struct harness *h)
{
    float *out = h->out;
    const float *in = h->in;
    RUN(h, coalesced_copy, BLOCKS, THREADS, out, in);
    RUN(h, load_stride_2, BLOCKS, THREADS, out, in);
    RUN(h, load_stride_8, BLOCKS, THREADS, out, in);
    RUN(h, load_stride_32, BLOCKS, THREADS, out, in);
    RUN(h, store_stride_2, BLOCKS, THREADS, out, in);
    RUN(h, store_stride_32, BLOCKS, THREADS, out, in);
    RUN(h, load_misaligned, BLOCKS, THREADS, out, in);
    RUN(h, store_misaligned, BLOCKS, THREADS, out, in);
    RUN(h, load_permuted, BLOCKS, THREADS, out, in);
    RUN(h, load_broadcast, BLOCKS, THREADS, out, in);
    RUN(h, load_broadcast_halves, BLOCKS, THREADS, out, in);
    RUN(h, load_odd_lanes, BLOCKS, THREADS, out, in);
    RUN(h, load_volatile_twice, BLOCKS, THREADS, out, in);
    RUN(h, load_read_only, BLOCKS, THREADS, out, in);
    RUN(h, load_two, BLOCKS, THREADS, out, in);

    RUN(h, float2_copy, BLOCKS, THREADS, (float2 *)out, (const float2 *)in);
    RUN(h, float4_copy, BLOCKS, THREADS, (float4 *)out, (const float4 *)in);
    RUN(h, float3_copy, BLOCKS, THREADS, (float3 *)out, (const float3 *)in);
    RUN(h, half_copy, BLOCKS, THREADS, (__half *)out, (const __half *)in);
    RUN(h, byte_copy, BLOCKS, THREADS, (unsigned char *)out, (const unsigned char *)in);
    RUN(h, byte_stride_4, BLOCKS, THREADS, (unsigned char *)out, (const unsigned char *)in);
    RUN(h, long_copy, BLOCKS, THREADS, (long long *)out, (const long long *)in);
    RUN(h, float4_load_stride_2, BLOCKS, THREADS, (float4 *)out, (const float4 *)in);
    RUN(h, float4_load_stride_8, BLOCKS, THREADS, (float4 *)out, (const float4 *)in);
    RUN(h, float4_store_stride_8, BLOCKS, THREADS, (float4 *)out, (const float4 *)in);
    RUN(h, float4_load_pairs, BLOCKS, THREADS, (float4 *)out, (const float4 *)in);
    RUN(h, float4_one_member, BLOCKS, THREADS, out, (const float4 *)in);
    RUN(h, array_of_structures, BLOCKS, THREADS, out, (const struct particle *)in);

    RUN(h, block_of_48, BLOCKS, 48, out, in);
    RUN(h, block_of_33, BLOCKS, 33, out, in);
    RUN(h, guarded_copy, BLOCKS, THREADS, out, in, 2000);
    RUN(h, grid_stride_copy, 4, THREADS, out, in, 2000);
    RUN(h, early_return_by_lane, BLOCKS, THREADS, out, in);
    RUN(h, early_return_by_warp, BLOCKS, THREADS, out, in);
    RUN(h, block_of_8_by_8, dim3(8, 8), dim3(8, 8), out, in);
    RUN(h, block_of_5_by_5, dim3(8, 8), dim3(5, 5), out, in);

    float h_coefficients[32];
    struct weights weights;
    for (int i = 0; i < 32; i++)
        h_coefficients[i] = weights.value[i] = (float)i;
    if (!h->list)
        CUDA_CHECK(cudaMemcpyToSymbol(coefficients, h_coefficients, sizeof h_coefficients));
    RUN(h, constant_uniform, BLOCKS, THREADS, out, in);
    RUN(h, constant_diverged, BLOCKS, THREADS, out, in);
    RUN(h, device_array_store, BLOCKS, THREADS, in);
    RUN(h, device_array_load, BLOCKS, THREADS, out);
    RUN(h, parameter_array, BLOCKS, THREADS, out, in, weights);
    RUN(h, local_array, BLOCKS, THREADS, out, in);
}

#endif
