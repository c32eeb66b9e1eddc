// SPDX-License-Identifier: MIT
//
// async_copy.h: the cost of an asynchronous copy (cp.async; LDGSTS in SASS) in both memories. In
// global memory it needs the same sectors as a load of these addresses. In shared memory its
// wavefronts are at least those of a store. There are more if the source's lanes conflict in the
// banks of L1 or, past L1, if a sector does not go to one 32-byte part of the tile.
// emu/engine/count/count.c implements the rules, which NVIDIA does not document; they were found
// with these kernels.
//
// A block is one warp; 2 blocks make 4 requests each. Every iteration copies into a separate part
// of the tile, so that no word is written twice. At the end each lane reads what it copied last: 2
// loads. `predicted: async_copy 8/32/8/0` means requests, sectors, wavefronts, conflicts. The
// predictions for 16 bytes past L1 were measured, like the rules in emu/engine/count/count.c.
#ifndef BENCH_ASYNC_COPY_H
#define BENCH_ASYNC_COPY_H

#include "../../tests/ptx/ptx.h"
#include "harness.h"

// ---- 4 bytes a lane -----------------------------------------------------------------------------

// A lane copies from from[0], from[1024] ... to element `to` of the parts; to < 1024.
static __device__ __forceinline__ void copy_4(float *out, const float *from, int to, bool active,
                                              int src_bytes)
{
    enum { PART = 1024 };
    __shared__ float tile[ROUNDS * PART];
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++)
            cp_async_ca_4(&tile[PART * r + to], &from[PART * r], src_bytes);
    }
    cp_async_wait_all();
    __syncthreads();
    if (active) {
        float got = tile[PART * (ROUNDS - 1) + to];
        sum = got;
    }
    out[global_index()] = sum;
}

// predicted: async_copy 8/32/8/0, shared_load 2/2/0
WARP_KERNEL(async_4_contiguous, copy_4(out, in + lane(), lane(), true, 4))

// predicted: async_copy 8/40/8/0
WARP_KERNEL(async_4_global_misaligned, copy_4(out, in + 1 + lane(), lane(), true, 4))

// 8 lanes read words in the same bank of L1, each of a different line.
// predicted: async_copy 8/256/64/56
WARP_KERNEL(async_4_global_stride_8, copy_4(out, in + 8 * lane(), lane(), true, 4))

// One word for 32 destinations: its bank of L1 delivers it to one of them at a time.
// predicted: async_copy 8/8/256/248
WARP_KERNEL(async_4_global_same, copy_4(out, in, lane(), true, 4))

// predicted: async_copy 8/32/16/8
WARP_KERNEL(async_4_shared_stride_2, copy_4(out, in + lane(), 2 * lane(), true, 4))

// predicted: async_copy 8/32/256/248
WARP_KERNEL(async_4_shared_stride_32, copy_4(out, in + lane(), 32 * lane(), true, 4))

// A row of the tile in global memory becomes a column, as for A^T: 33 floats apart, no conflict.
// predicted: async_copy 8/32/8/0
WARP_KERNEL(async_4_shared_stride_33, copy_4(out, in + lane(), 33 * lane(), true, 4))

// Strides on both sides: the slower side counts.
// predicted: async_copy 8/256/64/56
WARP_KERNEL(async_4_strides_8_and_4, copy_4(out, in + 8 * lane(), 4 * lane(), true, 4))

// Each 8 lanes copy a row of 8 floats; 4 rows are 64 floats apart and use the same banks of L1.
// predicted: async_copy 8/32/32/24
WARP_KERNEL(async_4_rows_of_8, copy_4(out, in + 64 * (lane() / 8) + lane() % 8, lane(), true, 4))

// The same, transposed into columns of the tile. Both sides have conflicts, and they add up.
// predicted: async_copy 8/32/88/80
WARP_KERNEL(async_4_rows_of_8_transposed, copy_4(out, in + 64 * (lane() / 8) + lane() % 8,
                                                 64 * (lane() % 8) + lane() / 8, true, 4))

// predicted: async_copy 8/32/56/48
WARP_KERNEL(async_4_rows_of_8_padded, copy_4(out, in + 64 * (lane() / 8) + lane() % 8,
                                             33 * (lane() % 8) + lane() / 8, true, 4))

// predicted: async_copy 8/24/8/0
WARP_KERNEL(async_4_first_20, copy_4(out, in + lane(), lane(), lane() < 20, 4))

// Lanes that only fill with zeros read nothing.
// predicted: async_copy 8/16/8/0
WARP_KERNEL(async_4_zero_fill_upper_half,
            copy_4(out, in + lane(), lane(), true, lane() < 16 ? 4 : 0))

// predicted: async_copy 8/0/8/0
WARP_KERNEL(async_4_zero_fill_all, copy_4(out, in + lane(), lane(), true, lane() < 32 ? 0 : 4))

// The last lane copies 2 of its 4 bytes.
WARP_KERNEL(async_4_zero_fill_tail, copy_4(out, in + lane(), lane(), true, lane() < 31 ? 4 : 2))

WARP_KERNEL(async_4_one_lane, copy_4(out, in + lane(), lane(), lane() == 9, 4))

// ---- 8 bytes a lane -----------------------------------------------------------------------------

// from counts floats, `to` float2, below 512.
static __device__ __forceinline__ void copy_8(float *out, const float *from, int to, bool active,
                                              int src_bytes)
{
    enum { PART = 512 };
    __shared__ float2 tile[ROUNDS * PART];
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++)
            cp_async_ca_8(&tile[PART * r + to], &from[2 * PART * r], src_bytes);
    }
    cp_async_wait_all();
    __syncthreads();
    if (active) {
        float2 got = tile[PART * (ROUNDS - 1) + to];
        sum = got.x + 2 * got.y;
    }
    out[global_index()] = sum;
}

// predicted: async_copy 8/64/16/0, shared_load 2/4/0
WARP_KERNEL(async_8_contiguous, copy_8(out, in + 2 * lane(), lane(), true, 8))

// predicted: async_copy 8/64/32/16
WARP_KERNEL(async_8_shared_stride_2, copy_8(out, in + 2 * lane(), 2 * lane(), true, 8))

// predicted: async_copy 8/64/256/240
WARP_KERNEL(async_8_shared_stride_16, copy_8(out, in + 2 * lane(), 16 * lane(), true, 8))

// predicted: async_copy 8/128/32/16
WARP_KERNEL(async_8_global_stride_2, copy_8(out, in + 4 * lane(), lane(), true, 8))

WARP_KERNEL(async_8_first_20, copy_8(out, in + 2 * lane(), lane(), lane() < 20, 8))

WARP_KERNEL(async_8_even_lanes, copy_8(out, in + 2 * lane(), lane(), lane() % 2 == 0, 8))

// ---- 16 bytes a lane, past L1 and through it ------------------------------------------------------

// from counts floats, `to` float4, below 256.
static __device__ __forceinline__ void copy_16(float *out, const float *from, int to, bool active,
                                               int src_bytes, bool through_l1)
{
    enum { PART = 256 };
    __shared__ float4 tile[ROUNDS * PART];
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++) {
            if (through_l1)
                cp_async_ca_16(&tile[PART * r + to], &from[4 * PART * r], src_bytes);
            else
                cp_async_cg_16(&tile[PART * r + to], &from[4 * PART * r], src_bytes);
        }
    }
    cp_async_wait_all();
    __syncthreads();
    if (active) {
        float4 got = tile[PART * (ROUNDS - 1) + to];
        sum = got.x + 2 * got.y + 3 * got.z + got.w;
    }
    out[global_index()] = sum;
}

// predicted: async_copy 8/128/32/0, shared_load 2/8/0
WARP_KERNEL(async_16_contiguous, copy_16(out, in + 4 * lane(), lane(), true, 16, false))

// predicted: async_copy 8/128/32/0
WARP_KERNEL(async_16_through_l1, copy_16(out, in + 4 * lane(), lane(), true, 16, true))

// Past L1 a transfer moves one sector, half of which is used here, to one 32-byte destination.
// predicted: async_copy 8/256/256/0
WARP_KERNEL(async_16_global_stride_2, copy_16(out, in + 8 * lane(), lane(), true, 16, false))

// Each 4 lanes copy a row of 16 floats; 8 rows are 64 floats apart: a tile of A.
// predicted: async_copy 8/128/64/0
WARP_KERNEL(async_16_rows_of_16,
            copy_16(out, in + 64 * (lane() / 4) + 4 * (lane() % 4), lane(), true, 16, false))

// The halves of a sector have different destinations, so it is fetched twice.
// predicted: async_copy 8/256/256/0
WARP_KERNEL(async_16_shared_stride_2, copy_16(out, in + 4 * lane(), 2 * lane(), true, 16, false))

// predicted: async_copy 8/256/192/0
WARP_KERNEL(async_16_shared_stride_3, copy_16(out, in + 4 * lane(), 3 * lane(), true, 16, false))

// predicted: async_copy 8/256/256/0
WARP_KERNEL(async_16_shared_stride_8, copy_16(out, in + 4 * lane(), 8 * lane(), true, 16, false))

// predicted: async_copy 8/128/256/224
WARP_KERNEL(async_16_through_l1_stride_8, copy_16(out, in + 4 * lane(), 8 * lane(), true, 16, true))

// predicted: async_copy 8/128/64/32
WARP_KERNEL(async_16_through_l1_rows_of_16,
            copy_16(out, in + 64 * (lane() / 4) + 4 * (lane() % 4), lane(), true, 16, true))

// Rows of 8 float4, whose parts are swizzled by the row's number.
// predicted: async_copy 8/128/64/0
__global__ void async_16_swizzled(float *out, const float *in)
{
    const int row = lane() / 4, piece = lane() % 4;
    copy_16(out, in + 64 * row + 4 * piece, 8 * row + (piece ^ row), true, 16, false);
}
LAUNCH(async_16_swizzled, WARP_BLOCKS, WARP_THREADS, h->out, h->in)

WARP_KERNEL(async_16_first_12, copy_16(out, in + 4 * lane(), lane(), lane() < 12, 16, false))

WARP_KERNEL(async_16_even_lanes, copy_16(out, in + 4 * lane(), lane(), lane() % 2 == 0, 16, false))

WARP_KERNEL(async_16_global_same, copy_16(out, in, lane(), true, 16, false))

WARP_KERNEL(async_16_global_reversed, copy_16(out, in + 4 * (31 - lane()), lane(), true, 16, false))

// predicted: async_copy 8/64/32/0
WARP_KERNEL(async_16_zero_fill_upper_half,
            copy_16(out, in + 4 * lane(), lane(), true, lane() < 16 ? 16 : 0, false))

// The last lane copies 3 of its 4 floats.
// predicted: async_copy 8/128/64/0
WARP_KERNEL(async_16_zero_fill_tail,
            copy_16(out, in + 4 * lane(), lane(), true, lane() < 31 ? 16 : 12, false))

WARP_KERNEL(async_16_zero_fill_even_lanes,
            copy_16(out, in + 4 * lane(), lane(), true, lane() % 2 == 0 ? 0 : 16, false))

WARP_KERNEL(async_16_through_l1_zero_fill_tail,
            copy_16(out, in + 4 * lane(), lane(), true, lane() < 31 ? 16 : 12, true))

// All bytes are copied, but the size is a runtime value.
__global__ void async_16_runtime_bytes(float *out, const float *in, int src_bytes)
{
    copy_16(out, in + 4 * lane(), lane(), true, src_bytes, false);
}
LAUNCH(async_16_runtime_bytes, WARP_BLOCKS, WARP_THREADS, h->out, h->in, 16)

#endif
