// SPDX-License-Identifier: MIT
//
// shared_load.h: what a load from shared memory costs, by which words its lanes want.
//
// Shared memory has 32 banks, each a word of 4 bytes wide. In one wavefront every bank delivers one
// word, to any number of lanes. So 32 lanes need at least 1 wavefront for 4 bytes each, 2 for 8 and
// 4 for 16. What is beyond that is a conflict.
//
// Here a block is one warp; 2 blocks make 4 requests each. `predicted: shared_load 8/16/8` means 8
// requests, 16 wavefronts, 8 of them conflicts. No prediction stands where lanes of different
// halves or quarters of the warp want the same words in 64 or 128 bits: NVIDIA's documents do not
// say whether such parts share a wavefront. The kernels are there to ask.
//
// Also counted: the stores that fill the tile (shared_store), without conflicts.
#ifndef BENCH_SHARED_LOAD_H
#define BENCH_SHARED_LOAD_H

#include "harness.h"
#include "shared_load_128.h"

// ---- 8, 16 and 32 bits a lane -------------------------------------------------------------------

// index counts bytes; 140 stores fill the tile.
static __device__ __forceinline__ void load_8(float *out, int index, bool active)
{
    __shared__ unsigned char tile[4480];
#pragma unroll 1
    for (int i = lane(); i < 4480; i += WARP_THREADS)
        tile[i] = (unsigned char)i;
    __syncthreads();
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++) {
            unsigned char got = tile[index + 128 * r];
            sum += got;
        }
    }
    out[global_index()] = sum;
}

// index counts 16-bit numbers; 72 stores fill the tile.
static __device__ __forceinline__ void load_16(float *out, int index, bool active)
{
    __shared__ unsigned short tile[2304];
#pragma unroll 1
    for (int i = lane(); i < 2304; i += WARP_THREADS)
        tile[i] = (unsigned short)i;
    __syncthreads();
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++) {
            unsigned short got = tile[index + 64 * r];
            sum += got;
        }
    }
    out[global_index()] = sum;
}

// index counts floats; 35 stores fill the tile.
static __device__ __forceinline__ void load_32(float *out, int index, bool active)
{
    __shared__ float tile[1120];
#pragma unroll 1
    for (int i = lane(); i < 1120; i += WARP_THREADS)
        tile[i] = (float)i;
    __syncthreads();
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++) {
            float got = tile[index + 32 * r];
            sum += got;
        }
    }
    out[global_index()] = sum;
}

// 4 lanes share each word.
// predicted: shared_load 8/8/0, shared_store 280/280/0
__global__ void shared_load_8_contiguous(float *out) { load_8(out, lane(), true); }

// One byte of each of 32 words.
// predicted: shared_load 8/8/0, shared_store 280/280/0
__global__ void shared_load_8_stride_4(float *out) { load_8(out, 4 * lane(), true); }

// predicted: shared_load 8/16/8, shared_store 280/280/0
__global__ void shared_load_8_stride_8(float *out) { load_8(out, 8 * lane(), true); }

// One bank.
// predicted: shared_load 8/256/248, shared_store 280/280/0
__global__ void shared_load_8_stride_128(float *out) { load_8(out, 128 * lane(), true); }

// 2 lanes share each word.
// predicted: shared_load 8/8/0, shared_store 144/144/0
__global__ void shared_load_16_contiguous(float *out) { load_16(out, lane(), true); }

// predicted: shared_load 8/8/0, shared_store 144/144/0
__global__ void shared_load_16_stride_2(float *out) { load_16(out, 2 * lane(), true); }

// predicted: shared_load 8/16/8, shared_store 144/144/0
__global__ void shared_load_16_stride_4(float *out) { load_16(out, 4 * lane(), true); }

// One bank.
// predicted: shared_load 8/256/248, shared_store 144/144/0
__global__ void shared_load_16_stride_64(float *out) { load_16(out, 64 * lane(), true); }

// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_contiguous(float *out) { load_32(out, lane(), true); }

// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_reversed(float *out) { load_32(out, 31 - lane(), true); }

// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_rotated(float *out) { load_32(out, (lane() + 7) % 32, true); }

// Words 1 to 32: word 32 lies in bank 0, which has no other to deliver.
// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_offset_1(float *out) { load_32(out, lane() + 1, true); }

// predicted: shared_load 8/16/8, shared_store 70/70/0
__global__ void shared_load_32_stride_2(float *out) { load_32(out, 2 * lane(), true); }

// Odd strides meet every bank once.
// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_stride_3(float *out) { load_32(out, 3 * lane(), true); }

// predicted: shared_load 8/32/24, shared_store 70/70/0
__global__ void shared_load_32_stride_4(float *out) { load_32(out, 4 * lane(), true); }

// predicted: shared_load 8/64/56, shared_store 70/70/0
__global__ void shared_load_32_stride_8(float *out) { load_32(out, 8 * lane(), true); }

// The common divisor of 12 and 32 counts.
// predicted: shared_load 8/32/24, shared_store 70/70/0
__global__ void shared_load_32_stride_12(float *out) { load_32(out, 12 * lane(), true); }

// predicted: shared_load 8/128/120, shared_store 70/70/0
__global__ void shared_load_32_stride_16(float *out) { load_32(out, 16 * lane(), true); }

// predicted: shared_load 8/256/248, shared_store 70/70/0
__global__ void shared_load_32_stride_32(float *out) { load_32(out, 32 * lane(), true); }

// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_stride_33(float *out) { load_32(out, 33 * lane(), true); }

// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_broadcast(float *out) { load_32(out, 5, true); }

// One word a half, in different banks.
// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_broadcast_halves(float *out) { load_32(out, lane() / 16, true); }

// One word a half, in the same bank.
// predicted: shared_load 8/16/8, shared_store 70/70/0
KERNEL_OUT(shared_load_32_two_words_one_bank, load_32(out, lane() / 16 * 32, true))

// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_pairs(float *out) { load_32(out, lane() / 2, true); }

// 16 words, 2 apart, in 16 banks.
// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_pairs_stride_2(float *out) { load_32(out, lane() / 2 * 2, true); }

// predicted: shared_load 8/16/8, shared_store 70/70/0
__global__ void shared_load_32_pairs_stride_4(float *out) { load_32(out, lane() / 2 * 4, true); }

// Lanes 16 to 19 meet the banks of lanes 0 to 3.
// predicted: shared_load 8/16/8, shared_store 70/70/0
KERNEL_OUT(shared_load_32_first_20_stride_2, load_32(out, 2 * lane(), lane() < 20))

// 16 words in 16 banks.
// predicted: shared_load 8/8/0, shared_store 70/70/0
KERNEL_OUT(shared_load_32_first_16_stride_2, load_32(out, 2 * lane(), lane() < 16))

// predicted: shared_load 8/16/8, shared_store 70/70/0
KERNEL_OUT(shared_load_32_odd_lanes_stride_2, load_32(out, 2 * lane(), lane() % 2))

// predicted: shared_load 8/8/0, shared_store 70/70/0
__global__ void shared_load_32_one_lane(float *out) { load_32(out, lane(), lane() == 9); }

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

// ---- 64 bits a lane -----------------------------------------------------------------------------

// index counts float2; 18 stores fill the tile.
static __device__ __forceinline__ void load_64(float *out, int index, bool active)
{
    __shared__ float2 tile[576];
#pragma unroll 1
    for (int i = lane(); i < 576; i += WARP_THREADS)
        tile[i] = make_float2((float)i, (float)(i + 1));
    __syncthreads();
    float sum = 0;
    if (active) {
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++) {
            float2 got = tile[index + 16 * r];
            sum += got.x + 2 * got.y;
        }
    }
    out[global_index()] = sum;
}

// Each half of the warp takes all 32 banks.
// predicted: shared_load 8/16/0, shared_store 36/72/0
__global__ void shared_load_64_contiguous(float *out) { load_64(out, lane(), true); }

// predicted: shared_load 8/16/0, shared_store 36/72/0
__global__ void shared_load_64_reversed(float *out) { load_64(out, 31 - lane(), true); }

// predicted: shared_load 8/32/16, shared_store 36/72/0
__global__ void shared_load_64_stride_2(float *out) { load_64(out, 2 * lane(), true); }

// predicted: shared_load 8/16/0, shared_store 36/72/0
__global__ void shared_load_64_stride_3(float *out) { load_64(out, 3 * lane(), true); }

// predicted: shared_load 8/64/48, shared_store 36/72/0
__global__ void shared_load_64_stride_4(float *out) { load_64(out, 4 * lane(), true); }

// predicted: shared_load 8/128/112, shared_store 36/72/0
__global__ void shared_load_64_stride_8(float *out) { load_64(out, 8 * lane(), true); }

// One pair of banks.
// predicted: shared_load 8/256/240, shared_store 36/72/0
__global__ void shared_load_64_stride_16(float *out) { load_64(out, 16 * lane(), true); }

// predicted: shared_load 8/16/0, shared_store 36/72/0
__global__ void shared_load_64_stride_17(float *out) { load_64(out, 17 * lane(), true); }

// Both halves want the same 16 pairs.
// predicted: shared_store 36/72/0
__global__ void shared_load_64_halves_same(float *out) { load_64(out, lane() % 16, true); }

// predicted: shared_store 36/72/0
KERNEL_OUT(shared_load_64_halves_same_stride_2, load_64(out, 2 * (lane() % 16), true))

// Lanes 2i and 2i + 1 want the same: 16 pairs of words for the whole warp.
// predicted: shared_store 36/72/0
__global__ void shared_load_64_pairs(float *out) { load_64(out, lane() / 2, true); }

// Lanes i and i ^ 2 want the same.
// predicted: shared_store 36/72/0
KERNEL_OUT(shared_load_64_pairs_by_2, load_64(out, lane() % 2 + lane() / 4 * 2, true))

// Lanes i and i ^ 4 want the same.
// predicted: shared_store 36/72/0
KERNEL_OUT(shared_load_64_pairs_by_4, load_64(out, lane() % 4 + lane() / 8 * 4, true))

// Lanes i and i ^ 8 want the same.
// predicted: shared_store 36/72/0
KERNEL_OUT(shared_load_64_pairs_by_8, load_64(out, lane() % 8 + lane() / 16 * 8, true))

// predicted: shared_store 36/72/0
__global__ void shared_load_64_fours(float *out) { load_64(out, lane() / 4, true); }

// predicted: shared_store 36/72/0
__global__ void shared_load_64_broadcast_halves(float *out) { load_64(out, lane() / 16, true); }

// One pair a half, in the same banks.
// predicted: shared_store 36/72/0
KERNEL_OUT(shared_load_64_broadcast_halves_one_bank, load_64(out, lane() / 16 * 16, true))

// predicted: shared_store 36/72/0
__global__ void shared_load_64_broadcast(float *out) { load_64(out, 5, true); }

// One half of the warp is absent.
// predicted: shared_store 36/72/0
__global__ void shared_load_64_lower_half(float *out) { load_64(out, lane(), lane() < 16); }

// predicted: shared_store 36/72/0
__global__ void shared_load_64_upper_half(float *out) { load_64(out, lane(), lane() >= 16); }

// predicted: shared_store 36/72/0
__global__ void shared_load_64_first_20(float *out) { load_64(out, lane(), lane() < 20); }

// 16 lanes of both halves, 32 words that all lie in other banks than their neighbours.
// predicted: shared_store 36/72/0
__global__ void shared_load_64_even_lanes(float *out) { load_64(out, lane(), lane() % 2 == 0); }

// 16 lanes of both halves want the 32 banks once.
// predicted: shared_store 36/72/0
KERNEL_OUT(shared_load_64_even_lanes_packed, load_64(out, lane() / 2, lane() % 2 == 0))

// predicted: shared_store 36/72/0
__global__ void shared_load_64_one_lane(float *out) { load_64(out, lane(), lane() == 9); }

static void run_shared_load(struct harness *h)
{
    RUN(h, shared_load_8_contiguous, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_8_stride_4, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_8_stride_8, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_8_stride_128, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_16_contiguous, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_16_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_16_stride_4, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_16_stride_64, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_contiguous, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_reversed, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_rotated, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_offset_1, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_stride_3, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_stride_4, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_stride_8, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_stride_12, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_stride_16, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_stride_32, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_stride_33, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_broadcast, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_broadcast_halves, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_two_words_one_bank, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_pairs, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_pairs_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_pairs_stride_4, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_first_20_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_first_16_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_odd_lanes_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_one_lane, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_32_all_strides, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_contiguous, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_reversed, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_stride_3, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_stride_4, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_stride_8, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_stride_16, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_stride_17, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_halves_same, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_halves_same_stride_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_pairs, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_pairs_by_2, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_pairs_by_4, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_pairs_by_8, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_fours, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_broadcast_halves, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_broadcast_halves_one_bank, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_broadcast, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_lower_half, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_upper_half, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_first_20, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_even_lanes, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_even_lanes_packed, WARP_BLOCKS, WARP_THREADS, h->out);
    RUN(h, shared_load_64_one_lane, WARP_BLOCKS, WARP_THREADS, h->out);
    run_shared_load_128(h);
}

#endif
