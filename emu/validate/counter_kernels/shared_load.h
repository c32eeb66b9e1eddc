// SPDX-License-Identifier: MIT
//
// shared_load.h: the cost of a load from shared memory, depending on its lanes' words.
//
// Shared memory has 32 banks, each 4 bytes wide. In one wavefront every bank delivers one word, to
// any number of lanes. So 32 lanes need at least 1 wavefront for 4 bytes each, 2 for 8 and 4 for
// 16. Additional wavefronts are conflicts.
//
// Here a block is one warp; 2 blocks make 4 requests each. `predicted: shared_load 8/16/8` means 8
// requests, 16 wavefronts, 8 of them conflicts. There is no prediction if lanes of different halves
// or quarters of the warp load the same words in 64 or 128 bits. NVIDIA's documents do not say
// whether such parts share a wavefront; these kernels measure it.
//
// Also counted: the stores that fill the tile (shared_store), without conflicts.
#ifndef BENCH_SHARED_LOAD_H
#define BENCH_SHARED_LOAD_H

#include "harness.h"

// Four accesses of a lane to a tile whose element i is `filled`; `index` counts elements.
#define DEFINE_LOAD(load, type, length, filled, value) \
    static __device__ __forceinline__ void load(float *out, int index, bool active) \
    { \
        __shared__ type tile[length]; \
        ROLLED \
        for (int i = lane(); i < length; i += WARP_THREADS) \
            tile[i] = filled; \
        __syncthreads(); \
        float sum = 0; \
        if (active) { \
            ROLLED \
            for (int r = 0; r < ROUNDS; r++) { \
                type got = tile[index + 128 / sizeof(type) * r]; \
                sum += value; \
            } \
        } \
        out[global_index()] = sum; \
    }

// ---- 8, 16 and 32 bits per lane -----------------------------------------------------------------

DEFINE_LOAD(load_8, unsigned char, 4480, (unsigned char)i, got)    // 140 stores fill the tile
DEFINE_LOAD(load_16, unsigned short, 2304, (unsigned short)i, got) // 72
DEFINE_LOAD(load_32, float, 1120, (float)i, got)                   // 35

// 4 lanes share each word.
// predicted: shared_load 8/8/0, shared_store 280/280/0
WARP_KERNEL_OUT(shared_load_8_contiguous, load_8(out, lane(), true))

// One byte of each of 32 words.
// predicted: shared_load 8/8/0, shared_store 280/280/0
WARP_KERNEL_OUT(shared_load_8_stride_4, load_8(out, 4 * lane(), true))

// predicted: shared_load 8/16/8, shared_store 280/280/0
WARP_KERNEL_OUT(shared_load_8_stride_8, load_8(out, 8 * lane(), true))

// One bank.
// predicted: shared_load 8/256/248, shared_store 280/280/0
WARP_KERNEL_OUT(shared_load_8_stride_128, load_8(out, 128 * lane(), true))

// 2 lanes share each word.
// predicted: shared_load 8/8/0, shared_store 144/144/0
WARP_KERNEL_OUT(shared_load_16_contiguous, load_16(out, lane(), true))

// predicted: shared_load 8/8/0, shared_store 144/144/0
WARP_KERNEL_OUT(shared_load_16_stride_2, load_16(out, 2 * lane(), true))

// predicted: shared_load 8/16/8, shared_store 144/144/0
WARP_KERNEL_OUT(shared_load_16_stride_4, load_16(out, 4 * lane(), true))

// One bank.
// predicted: shared_load 8/256/248, shared_store 144/144/0
WARP_KERNEL_OUT(shared_load_16_stride_64, load_16(out, 64 * lane(), true))

// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_contiguous, load_32(out, lane(), true))

// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_reversed, load_32(out, 31 - lane(), true))

// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_rotated, load_32(out, (lane() + 7) % 32, true))

// Words 1 to 32: word 32 is in bank 0, which delivers no other word.
// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_offset_1, load_32(out, lane() + 1, true))

// predicted: shared_load 8/16/8, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_stride_2, load_32(out, 2 * lane(), true))

// Odd strides use every bank once.
// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_stride_3, load_32(out, 3 * lane(), true))

// predicted: shared_load 8/32/24, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_stride_4, load_32(out, 4 * lane(), true))

// predicted: shared_load 8/64/56, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_stride_8, load_32(out, 8 * lane(), true))

// The common divisor of 12 and 32 counts.
// predicted: shared_load 8/32/24, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_stride_12, load_32(out, 12 * lane(), true))

// predicted: shared_load 8/128/120, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_stride_16, load_32(out, 16 * lane(), true))

// predicted: shared_load 8/256/248, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_stride_32, load_32(out, 32 * lane(), true))

// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_stride_33, load_32(out, 33 * lane(), true))

// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_broadcast, load_32(out, 5, true))

// One word per half, in different banks.
// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_broadcast_halves, load_32(out, lane() / 16, true))

// One word per half, in the same bank.
// predicted: shared_load 8/16/8, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_two_words_one_bank, load_32(out, lane() / 16 * 32, true))

// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_pairs, load_32(out, lane() / 2, true))

// 16 words, 2 apart, in 16 banks.
// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_pairs_stride_2, load_32(out, lane() / 2 * 2, true))

// predicted: shared_load 8/16/8, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_pairs_stride_4, load_32(out, lane() / 2 * 4, true))

// Lanes 16 to 19 use the banks of lanes 0 to 3.
// predicted: shared_load 8/16/8, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_first_20_stride_2, load_32(out, 2 * lane(), lane() < 20))

// 16 words in 16 banks.
// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_first_16_stride_2, load_32(out, 2 * lane(), lane() < 16))

// predicted: shared_load 8/16/8, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_odd_lanes_stride_2, load_32(out, 2 * lane(), lane() % 2))

// predicted: shared_load 8/8/0, shared_store 70/70/0
WARP_KERNEL_OUT(shared_load_32_one_lane, load_32(out, lane(), lane() == 9))

// Strides 1 to 33, one load each: the sum of gcd(stride, 32) over them is 113.
// predicted: shared_load 66/226/160, shared_store 70/70/0
__global__ void shared_load_32_all_strides(float *out)
{
    __shared__ float tile[1120];
#pragma unroll 1
    for (int i = lane(); i < 1120; i += WARP_THREADS)
        tile[i] = (float)i;
    __syncthreads();
    float sum = 0;
#pragma unroll 1
    for (int stride = 1; stride <= 33; stride++)
        sum += tile[stride * lane()];
    out[global_index()] = sum;
}
LAUNCH(shared_load_32_all_strides, WARP_BLOCKS, WARP_THREADS, h->out)

// ---- 64 bits per lane ---------------------------------------------------------------------------

// 18 stores fill the tile.
DEFINE_LOAD(load_64, float2, 576, make_float2((float)i, (float)(i + 1)), got.x + 2 * got.y)

// Each half of the warp uses all 32 banks.
// predicted: shared_load 8/16/0, shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_contiguous, load_64(out, lane(), true))

// predicted: shared_load 8/16/0, shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_reversed, load_64(out, 31 - lane(), true))

// predicted: shared_load 8/32/16, shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_stride_2, load_64(out, 2 * lane(), true))

// predicted: shared_load 8/16/0, shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_stride_3, load_64(out, 3 * lane(), true))

// predicted: shared_load 8/64/48, shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_stride_4, load_64(out, 4 * lane(), true))

// predicted: shared_load 8/128/112, shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_stride_8, load_64(out, 8 * lane(), true))

// One pair of banks.
// predicted: shared_load 8/256/240, shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_stride_16, load_64(out, 16 * lane(), true))

// predicted: shared_load 8/16/0, shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_stride_17, load_64(out, 17 * lane(), true))

// Both halves load the same 16 pairs.
// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_halves_same, load_64(out, lane() % 16, true))

// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_halves_same_stride_2, load_64(out, 2 * (lane() % 16), true))

// Lanes 2i and 2i + 1 load the same: 16 pairs of words for the whole warp.
// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_pairs, load_64(out, lane() / 2, true))

// Lanes i and i ^ 2 load the same.
// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_pairs_by_2, load_64(out, lane() % 2 + lane() / 4 * 2, true))

// Lanes i and i ^ 4 load the same.
// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_pairs_by_4, load_64(out, lane() % 4 + lane() / 8 * 4, true))

// Lanes i and i ^ 8 load the same.
// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_pairs_by_8, load_64(out, lane() % 8 + lane() / 16 * 8, true))

// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_fours, load_64(out, lane() / 4, true))

// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_broadcast_halves, load_64(out, lane() / 16, true))

// One pair per half, in the same banks.
// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_broadcast_halves_one_bank, load_64(out, lane() / 16 * 16, true))

// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_broadcast, load_64(out, 5, true))

// One half of the warp is inactive.
// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_lower_half, load_64(out, lane(), lane() < 16))

// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_upper_half, load_64(out, lane(), lane() >= 16))

// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_first_20, load_64(out, lane(), lane() < 20))

// 16 lanes of both halves, 32 words, all in different banks.
// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_even_lanes, load_64(out, lane(), lane() % 2 == 0))

// 16 lanes of both halves use the 32 banks once.
// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_even_lanes_packed, load_64(out, lane() / 2, lane() % 2 == 0))

// predicted: shared_store 36/72/0
WARP_KERNEL_OUT(shared_load_64_one_lane, load_64(out, lane(), lane() == 9))

#endif
