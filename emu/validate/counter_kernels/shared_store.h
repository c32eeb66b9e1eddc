// SPDX-License-Identifier: MIT
//
// shared_store.h: the cost of a store to shared memory. See shared_load.h for the rules.
//
// A block is one warp; 2 blocks make 4 requests each. Every iteration stores into a separate part
// of the tile, so that no word is written twice. At the end each lane reads what it stored last: 2
// loads with the same pattern. `predicted: shared_store 8/16/8` means requests, wavefronts,
// conflicts.
#ifndef BENCH_SHARED_STORE_H
#define BENCH_SHARED_STORE_H

#include "harness.h"

// In iteration r a lane stores `filled`; `index` counts elements, in 4096 bytes of each iteration's
// part.
#define DEFINE_STORE(store, type, filled, value) \
    static __device__ __forceinline__ void store(float *out, int index, bool active) \
    { \
        enum { PART = 4096 / sizeof(type) }; \
        __shared__ type tile[ROUNDS * PART]; \
        float sum = 0; \
        if (active) { \
            ROLLED \
            for (int r = 0; r < ROUNDS; r++) \
                tile[PART * r + index] = filled; \
        } \
        __syncthreads(); \
        if (active) { \
            type got = tile[PART * (ROUNDS - 1) + index]; \
            sum = value; \
        } \
        out[global_index()] = sum; \
    }

// ---- 8, 16 and 32 bits per lane -----------------------------------------------------------------

DEFINE_STORE(store_8, unsigned char, (unsigned char)(lane() + r), got)
DEFINE_STORE(store_16, unsigned short, (unsigned short)(lane() + r), got)
DEFINE_STORE(store_32, float, (float)(lane() + r), got)

// 4 lanes write into each word.
// predicted: shared_store 8/8/0, shared_load 2/2/0
WARP_KERNEL_OUT(shared_store_8_contiguous, store_8(out, lane(), true))

// predicted: shared_store 8/8/0, shared_load 2/2/0
WARP_KERNEL_OUT(shared_store_8_stride_4, store_8(out, 4 * lane(), true))

// predicted: shared_store 8/256/248, shared_load 2/64/62
WARP_KERNEL_OUT(shared_store_8_stride_128, store_8(out, 128 * lane(), true))

// 2 lanes write into each word.
// predicted: shared_store 8/8/0, shared_load 2/2/0
WARP_KERNEL_OUT(shared_store_16_contiguous, store_16(out, lane(), true))

// predicted: shared_store 8/16/8, shared_load 2/4/2
WARP_KERNEL_OUT(shared_store_16_stride_4, store_16(out, 4 * lane(), true))

// predicted: shared_store 8/8/0, shared_load 2/2/0
WARP_KERNEL_OUT(shared_store_32_contiguous, store_32(out, lane(), true))

// predicted: shared_store 8/16/8, shared_load 2/4/2
WARP_KERNEL_OUT(shared_store_32_stride_2, store_32(out, 2 * lane(), true))

// predicted: shared_store 8/32/24, shared_load 2/8/6
WARP_KERNEL_OUT(shared_store_32_stride_4, store_32(out, 4 * lane(), true))

// predicted: shared_store 8/256/248, shared_load 2/64/62
WARP_KERNEL_OUT(shared_store_32_stride_32, store_32(out, 32 * lane(), true))

// predicted: shared_store 8/8/0, shared_load 2/2/0
WARP_KERNEL_OUT(shared_store_32_stride_33, store_32(out, 33 * lane(), true))

// predicted: shared_store 8/16/8, shared_load 2/4/2
WARP_KERNEL_OUT(shared_store_32_first_20_stride_2, store_32(out, 2 * lane(), lane() < 20))

// predicted: shared_store 8/8/0, shared_load 2/2/0
WARP_KERNEL_OUT(shared_store_32_one_lane, store_32(out, lane(), lane() == 9))

// ---- 64 and 128 bits per lane -------------------------------------------------------------------

DEFINE_STORE(store_64, float2, make_float2((float)lane(), (float)r), got.x + 2 * got.y)
DEFINE_STORE(store_128, float4, make_float4((float)lane(), (float)r, 1, 2),
             got.x + 2 * got.y + 3 * got.z + got.w)

// predicted: shared_store 8/16/0, shared_load 2/4/0
WARP_KERNEL_OUT(shared_store_64_contiguous, store_64(out, lane(), true))

// predicted: shared_store 8/32/16, shared_load 2/8/4
WARP_KERNEL_OUT(shared_store_64_stride_2, store_64(out, 2 * lane(), true))

// predicted: shared_store 8/16/0, shared_load 2/4/0
WARP_KERNEL_OUT(shared_store_64_stride_3, store_64(out, 3 * lane(), true))

// predicted: shared_store 8/256/240, shared_load 2/64/60
WARP_KERNEL_OUT(shared_store_64_stride_16, store_64(out, 16 * lane(), true))

WARP_KERNEL_OUT(shared_store_64_lower_half, store_64(out, lane(), lane() < 16))

WARP_KERNEL_OUT(shared_store_64_first_20, store_64(out, lane(), lane() < 20))

WARP_KERNEL_OUT(shared_store_64_even_lanes, store_64(out, lane(), lane() % 2 == 0))

// 16 lanes of both halves fill the 32 banks once.
WARP_KERNEL_OUT(shared_store_64_even_lanes_packed, store_64(out, lane() / 2, lane() % 2 == 0))

// predicted: shared_store 8/32/0, shared_load 2/8/0
WARP_KERNEL_OUT(shared_store_128_contiguous, store_128(out, lane(), true))

// predicted: shared_store 8/64/32, shared_load 2/16/8
WARP_KERNEL_OUT(shared_store_128_stride_2, store_128(out, 2 * lane(), true))

// predicted: shared_store 8/32/0, shared_load 2/8/0
WARP_KERNEL_OUT(shared_store_128_stride_3, store_128(out, 3 * lane(), true))

// predicted: shared_store 8/256/224, shared_load 2/64/56
WARP_KERNEL_OUT(shared_store_128_stride_8, store_128(out, 8 * lane(), true))

WARP_KERNEL_OUT(shared_store_128_first_quarter, store_128(out, lane(), lane() < 8))

WARP_KERNEL_OUT(shared_store_128_first_12, store_128(out, lane(), lane() < 12))

WARP_KERNEL_OUT(shared_store_128_even_lanes, store_128(out, lane(), lane() % 2 == 0))

// 4 lanes of each quarter; two quarters fill the 32 banks.
WARP_KERNEL_OUT(shared_store_128_even_lanes_packed, store_128(out, lane() / 2, lane() % 2 == 0))

#endif
