// SPDX-License-Identifier: MIT
//
// shared_store.h: what a store to shared memory costs. See shared_load.h for the rules.
//
// A block is one warp; 2 blocks make 4 requests each, every round into a part of the tile of its
// own, so that no word is written twice. At the end each lane reads back what it stored last: 2
// loads with the same pattern. `predicted: shared_store 8/16/8` means requests, wavefronts,
// conflicts.
#ifndef BENCH_SHARED_STORE_H
#define BENCH_SHARED_STORE_H

#include "harness.h"
#include "shared_load.h"

// ---- 8, 16 and 32 bits a lane -------------------------------------------------------------------

// index counts bytes, below 4096.
static __device__ __forceinline__ void store_8(float *out, int index, bool active)
{
    enum { PART = 4096 };
    __shared__ unsigned char tile[ROUNDS * PART];
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++)
            tile[PART * r + index] = (unsigned char)(lane() + r);
    }
    __syncthreads();
    if (active) {
        unsigned char got = tile[PART * (ROUNDS - 1) + index];
        sum = got;
    }
    out[global_index()] = sum;
}

// index counts 16-bit numbers, below 2048.
static __device__ __forceinline__ void store_16(float *out, int index, bool active)
{
    enum { PART = 2048 };
    __shared__ unsigned short tile[ROUNDS * PART];
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++)
            tile[PART * r + index] = (unsigned short)(lane() + r);
    }
    __syncthreads();
    if (active) {
        unsigned short got = tile[PART * (ROUNDS - 1) + index];
        sum = got;
    }
    out[global_index()] = sum;
}

// index counts floats, below 1024.
static __device__ __forceinline__ void store_32(float *out, int index, bool active)
{
    enum { PART = 1024 };
    __shared__ float tile[ROUNDS * PART];
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++)
            tile[PART * r + index] = (float)(lane() + r);
    }
    __syncthreads();
    if (active) {
        float got = tile[PART * (ROUNDS - 1) + index];
        sum = got;
    }
    out[global_index()] = sum;
}

// 4 lanes write into each word.
// predicted: shared_store 8/8/0, shared_load 2/2/0
__global__ void shared_store_8_contiguous(float *out) { store_8(out, lane(), true); }

// predicted: shared_store 8/8/0, shared_load 2/2/0
__global__ void shared_store_8_stride_4(float *out) { store_8(out, 4 * lane(), true); }

// predicted: shared_store 8/256/248, shared_load 2/64/62
__global__ void shared_store_8_stride_128(float *out) { store_8(out, 128 * lane(), true); }

// 2 lanes write into each word.
// predicted: shared_store 8/8/0, shared_load 2/2/0
__global__ void shared_store_16_contiguous(float *out) { store_16(out, lane(), true); }

// predicted: shared_store 8/16/8, shared_load 2/4/2
__global__ void shared_store_16_stride_4(float *out) { store_16(out, 4 * lane(), true); }

// predicted: shared_store 8/8/0, shared_load 2/2/0
__global__ void shared_store_32_contiguous(float *out) { store_32(out, lane(), true); }

// predicted: shared_store 8/16/8, shared_load 2/4/2
__global__ void shared_store_32_stride_2(float *out) { store_32(out, 2 * lane(), true); }

// predicted: shared_store 8/32/24, shared_load 2/8/6
__global__ void shared_store_32_stride_4(float *out) { store_32(out, 4 * lane(), true); }

// predicted: shared_store 8/256/248, shared_load 2/64/62
__global__ void shared_store_32_stride_32(float *out) { store_32(out, 32 * lane(), true); }

// predicted: shared_store 8/8/0, shared_load 2/2/0
__global__ void shared_store_32_stride_33(float *out) { store_32(out, 33 * lane(), true); }

// predicted: shared_store 8/16/8, shared_load 2/4/2
KERNEL_OUT(shared_store_32_first_20_stride_2, store_32(out, 2 * lane(), lane() < 20))

// predicted: shared_store 8/8/0, shared_load 2/2/0
__global__ void shared_store_32_one_lane(float *out) { store_32(out, lane(), lane() == 9); }

// ---- 64 and 128 bits a lane ---------------------------------------------------------------------

// index counts float2, below 512.
static __device__ __forceinline__ void store_64(float *out, int index, bool active)
{
    enum { PART = 512 };
    __shared__ float2 tile[ROUNDS * PART];
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++)
            tile[PART * r + index] = make_float2((float)lane(), (float)r);
    }
    __syncthreads();
    if (active) {
        float2 got = tile[PART * (ROUNDS - 1) + index];
        sum = got.x + 2 * got.y;
    }
    out[global_index()] = sum;
}

// index counts float4, below 256.
static __device__ __forceinline__ void store_128(float *out, int index, bool active)
{
    enum { PART = 256 };
    __shared__ float4 tile[ROUNDS * PART];
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++)
            tile[PART * r + index] = make_float4((float)lane(), (float)r, 1, 2);
    }
    __syncthreads();
    if (active) {
        float4 got = tile[PART * (ROUNDS - 1) + index];
        sum = got.x + 2 * got.y + 3 * got.z + got.w;
    }
    out[global_index()] = sum;
}

// predicted: shared_store 8/16/0, shared_load 2/4/0
__global__ void shared_store_64_contiguous(float *out) { store_64(out, lane(), true); }

// predicted: shared_store 8/32/16, shared_load 2/8/4
__global__ void shared_store_64_stride_2(float *out) { store_64(out, 2 * lane(), true); }

// predicted: shared_store 8/16/0, shared_load 2/4/0
__global__ void shared_store_64_stride_3(float *out) { store_64(out, 3 * lane(), true); }

// predicted: shared_store 8/256/240, shared_load 2/64/60
__global__ void shared_store_64_stride_16(float *out) { store_64(out, 16 * lane(), true); }

__global__ void shared_store_64_lower_half(float *out) { store_64(out, lane(), lane() < 16); }

__global__ void shared_store_64_first_20(float *out) { store_64(out, lane(), lane() < 20); }

__global__ void shared_store_64_even_lanes(float *out) { store_64(out, lane(), lane() % 2 == 0); }

// 16 lanes of both halves fill the 32 banks once.
KERNEL_OUT(shared_store_64_even_lanes_packed, store_64(out, lane() / 2, lane() % 2 == 0))

// predicted: shared_store 8/32/0, shared_load 2/8/0
__global__ void shared_store_128_contiguous(float *out) { store_128(out, lane(), true); }

// predicted: shared_store 8/64/32, shared_load 2/16/8
__global__ void shared_store_128_stride_2(float *out) { store_128(out, 2 * lane(), true); }

// predicted: shared_store 8/32/0, shared_load 2/8/0
__global__ void shared_store_128_stride_3(float *out) { store_128(out, 3 * lane(), true); }

// predicted: shared_store 8/256/224, shared_load 2/64/56
__global__ void shared_store_128_stride_8(float *out) { store_128(out, 8 * lane(), true); }

__global__ void shared_store_128_first_quarter(float *out) { store_128(out, lane(), lane() < 8); }

__global__ void shared_store_128_first_12(float *out) { store_128(out, lane(), lane() < 12); }

__global__ void shared_store_128_even_lanes(float *out) { store_128(out, lane(), lane() % 2 == 0); }

// 4 lanes of each quarter; two quarters fill the 32 banks.
KERNEL_OUT(shared_store_128_even_lanes_packed, store_128(out, lane() / 2, lane() % 2 == 0))

// ---- Launches -----------------------------------------------------------------------------------

static void run_shared_store(struct harness *h)
{
    RUN(h, shared_store_8_contiguous, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_8_stride_4, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_8_stride_128, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_16_contiguous, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_16_stride_4, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_32_contiguous, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_32_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_32_stride_4, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_32_stride_32, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_32_stride_33, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_32_first_20_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_32_one_lane, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_64_contiguous, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_64_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_64_stride_3, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_64_stride_16, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_64_lower_half, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_64_first_20, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_64_even_lanes, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_64_even_lanes_packed, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_128_contiguous, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_128_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_128_stride_3, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_128_stride_8, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_128_first_quarter, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_128_first_12, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_128_even_lanes, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_store_128_even_lanes_packed, WARP_BLOCKS, WARP_THREADS, h->out);
}

#endif
