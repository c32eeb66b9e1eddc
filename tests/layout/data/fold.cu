// SPDX-License-Identifier: MIT
//
// fold.cu: three kernels, each written twice: once addressed through layouts, once with indices by
// hand. tests/layout/data/compare.sh compares what the compiler makes of both. The first is written
// by hand in two ways: as one would at first (PLAIN), and by someone who knows the trick.
#ifdef LAYOUTS
#include "fold.h"
#endif

// Fragment of A out of a swizzled shared tile.
extern "C" __global__ void fragment(const unsigned short *tile, unsigned short *out)
{
    __shared__ unsigned short As[16 * 64];
    const unsigned t = threadIdx.x, lane = t % 32;
#ifdef LAYOUTS
#pragma unroll
    for (unsigned v = 0; v < 8; v++)
        As[tv_swizzled(fold_swizzle(), fold_fill(), t, v)] = tile[tv_offset(fold_fill(), t, v)];
    __syncthreads();
#pragma unroll
    for (unsigned v = 0; v < 8; v++)
        out[t * 8 + v] = As[tv_swizzled(fold_swizzle(), fold_a_in_tile(), lane, v)];
#elif defined(PLAIN)
    // Row and column apart, as one would write it first.
    const unsigned row = t / 8, col = t % 8 * 8;
#pragma unroll
    for (unsigned v = 0; v < 8; v++)
        As[row * 64 + ((col + v) ^ row % 8 * 8)] = tile[row * 64 + col + v];
    __syncthreads();
#pragma unroll
    for (unsigned v = 0; v < 8; v++) {
        const unsigned i = lane / 4 + v / 2 % 2 * 8, k = lane % 4 * 2 + v % 2 + v / 4 * 8;
        out[t * 8 + v] = As[i * 64 + (k ^ i % 8 * 8)];
    }
#else
    // The trick: what the thread adds and what the value adds have no bit in
    // common, so the value's part can be xored into a swizzled address.
    const unsigned fill = t * 8, mixed = fill ^ t / 8 % 8 * 8;
#pragma unroll
    for (unsigned v = 0; v < 8; v++)
        As[mixed ^ v] = tile[fill + v];
    __syncthreads();
    const unsigned first = (lane / 4 * 64 + lane % 4 * 2) ^ lane / 4 * 8;
#pragma unroll
    for (unsigned v = 0; v < 8; v++)
        out[t * 8 + v] = As[first ^ (v % 2 + v / 2 % 2 * 512 + v / 4 * 8)];
#endif
}

// A hierarchical layout, from a 1-D coordinate.
extern "C" __global__ void blocked(const float *in, float *out)
{
    const unsigned i = threadIdx.x;
#ifdef LAYOUTS
    out[i] = in[literal_offset(fold_blocked(), i)];
#else
    out[i] = in[i % 2 * 3 + i / 2 % 4 * 6 + i / 8 % 3 + i / 24 * 24];
#endif
}

// Only constants.
extern "C" __global__ void constants(const float *in, float *out)
{
    float sum = 0;
#ifdef LAYOUTS
#pragma unroll
    for (unsigned i = 0; i < 24; i++)
        sum += in[literal_offset(fold_blocked(), i)];
#else
#pragma unroll
    for (unsigned i = 0; i < 24; i++)
        sum += in[i % 2 * 3 + i / 2 % 4 * 6 + i / 8];
#endif
    out[threadIdx.x] = sum;
}
