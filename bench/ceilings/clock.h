// SPDX-License-Identifier: MIT
//
// clock.h: kernels that say while they run how fast the clock is: after every `each` turns one
// thread notes the SM's cycles and the time. A turn keeps tensor cores or FMA units busy, then
// pauses.
#ifndef BENCH_CEILINGS_CLOCK_H
#define BENCH_CEILINGS_CLOCK_H

#include "common/device/ptx/mma.h"
#include "engines.h"

enum { SAMPLES = 128, MMA_WARPS = 16, CHAINS = 4, REPEATS = 4, TILES = 4 };

struct clocked {
    int each, pause; // turns between two samples; cycles without work after each turn
    const void *a, *b;
    long long *samples; // (SAMPLES, 2): cycles, ns
    float *sums;
};

static __device__ __forceinline__ void note(const struct clocked &w, int i)
{
    if (blockIdx.x != 0 || threadIdx.x != 0)
        return;
    unsigned long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    w.samples[2 * i] = clock64();
    w.samples[2 * i + 1] = (long long)ns;
}

// All warps of the block together: while one works, none rests.
static __device__ __forceinline__ void pause(int cycles)
{
    if (cycles == 0)
        return;
    __syncthreads();
    for (const long long begin = clock64(); clock64() - begin < cycles;)
        ;
}

__global__ void __launch_bounds__(MMA_WARPS * 32) clocked_mma(struct clocked w)
{
    float d[CHAINS][4] = {{0}};
    uint32_t a[REPEATS][4], b[CHAINS][2]; // as of a product: each with each
    for (int i = 0; i < REPEATS * 4; i++)
        a[i / 4][i % 4] = ((const uint32_t *)w.a)[(int)threadIdx.x * REPEATS * 4 + i];
    for (int i = 0; i < CHAINS * 2; i++)
        b[i / 2][i % 2] = ((const uint32_t *)w.b)[(int)threadIdx.x * CHAINS * 2 + i];
    for (int sample = 0; sample < SAMPLES; sample++) {
        note(w, sample);
        for (int turn = 0; turn < w.each; turn++) {
#pragma unroll
            for (int r = 0; r < REPEATS; r++)
#pragma unroll
                for (int j = 0; j < CHAINS; j++)
                    mma_m16n8k16_f32_f16_f16_f32(d[j], a[r], b[j], d[j]);
            pause(w.pause);
        }
    }
    for (int j = 0; j < CHAINS; j++)
        for (int i = 0; i < 4; i++)
            w.sums[((int)threadIdx.x * CHAINS + j) * 4 + i] = d[j][i];
}

__global__ void __launch_bounds__(2 * WARPGROUP) clocked_wgmma(struct clocked w)
{
    unsigned char *const tiles = shared_bytes + (1024 - (uintptr_t)shared_bytes % 1024) % 1024;
    for (int i = (int)threadIdx.x; i < TILES * (A_BYTES + B_BYTES) / 16; i += (int)blockDim.x)
        ((uint4 *)tiles)[i] = ((const uint4 *)w.a)[i];
    fence_proxy_async();
    __syncthreads();
    float d[MOST_N / 2];
    uint64_t a = 0, b = 0;
    int first = 1, tile = (int)threadIdx.x / WARPGROUP;
    for (int sample = 0; sample < SAMPLES; sample++) {
        note(w, sample);
        for (int turn = 0; turn < w.each; turn++) {
            tile = (tile + 1) % TILES; // operands that change, as those of a product do
            b = wgmma_descriptor(tiles + tile * B_BYTES, 0, 1024, WGMMA_SWIZZLE_128);
            a = wgmma_descriptor(tiles + TILES * B_BYTES + tile * A_BYTES, 0, 1024,
                                 WGMMA_SWIZZLE_128);
            wgmma_fence();
#pragma unroll
            for (int s = 0; s < SLICES; s++)
                warpgroup_multiply(d, MOST_N, a + 2u * (unsigned)s, b + 2u * (unsigned)s,
                                   !first || s > 0, false, false, WGMMA_OF_F16);
            first = 0;
            wgmma_commit_group();
            if (w.pause > 0) {
                wgmma_wait_group(0);
                pause(w.pause);
            } else {
                wgmma_wait_group(1);
            }
        }
    }
    wgmma_wait_group(0);
    for (int i = 0; i < MOST_N / 2; i++)
        w.sums[(int)threadIdx.x * (MOST_N / 2) + i] = d[i];
}

__global__ void __launch_bounds__(1024) clocked_ffma(struct clocked w)
{
    float sum[8] = {0}, a = ((const float *)w.a)[threadIdx.x],
          b = ((const float *)w.b)[threadIdx.x];
    for (int sample = 0; sample < SAMPLES; sample++) {
        note(w, sample);
        for (int turn = 0; turn < w.each; turn++) {
#pragma unroll
            for (int i = 0; i < 64; i++)
                sum[i % 8] = sum[i % 8] * a + b;
            pause(w.pause);
        }
    }
    for (int i = 0; i < 8; i++)
        w.sums[(int)threadIdx.x * 8 + i] = sum[i];
}

// What stands in a row, executed twice: the first time its instructions are nowhere near.
#define TEN(x) x x x x x x x x x x
#define HUNDRED(x) TEN(TEN(x))
#define ADD asm volatile("add.u32 %0, %0, %1;" : "+r"(sum) : "r"(term));
#define STRAIGHT(kib, text) \
    __global__ void straight_##kib(long long *cycles, unsigned term, unsigned *sums) \
    { \
        unsigned sum = threadIdx.x; \
        for (int turn = 0; turn < 2; turn++) { \
            const long long begin = clock64(); \
            text; \
            if (blockIdx.x == 0 && threadIdx.x == 0) \
                cycles[turn] = clock64() - begin; \
        } \
        sums[blockIdx.x * blockDim.x + threadIdx.x] = sum; \
    }
STRAIGHT(2, HUNDRED(ADD))
STRAIGHT(8, HUNDRED(ADD ADD ADD ADD ADD))
STRAIGHT(31, HUNDRED(TEN(ADD ADD)))

// One word from memory into memory; and 16 bytes of each thread, again and again, into L2.
__global__ void one_word(const unsigned *from, unsigned *to)
{
    to[blockIdx.x * blockDim.x + threadIdx.x] = from[blockIdx.x * blockDim.x + threadIdx.x];
}

__global__ void fill(uint4 *to, unsigned vectors)
{
    const uint4 zero = {0, 0, 0, 0};
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < vectors;
         i += gridDim.x * blockDim.x)
        to[i] = zero;
}

#endif
