// SPDX-License-Identifier: MIT
//
// tuned_parts.h: tiles of C that several blocks of 8_tuned have parts of. For kernels.
//
// Each warp writes its share of a part of the tile to `parts`. Of the warps
// with the same place in their blocks, the last to come adds all parts, in the order of the blocks:
// for any order of warps, the sum is the same.
#ifndef TUNED_PARTS_H
#define TUNED_PARTS_H

#include "../../common/device/gemm/arrivals.h"
#include "sgemm_plan.h"

enum { WARPS_OF_A_BLOCK = TUNED_THREADS / 32 };

// Where a lane keeps the first of its sums; the rest are 32 elements apart, so that a warp's
// are neighbours. (Single floats and not float4s: a float4 wants its four registers in a row, and
// that order of the sums is a bad one for the banks of the register file.)
static __device__ __forceinline__ float *part_of(const struct parts *parts, int block, bool begins)
{
    const ptrdiff_t warp = (ptrdiff_t)block * WARPS_OF_A_BLOCK + threadIdx.x / 32;
    return &parts->sums[(2 * warp + begins) * (TUNED_WM * TUNED_WN) + threadIdx.x % 32];
}

// Hands in the warp's share of a part of a tile: `rows` rows of every lane. True if it was the last
// one: then sums is the whole sum.
static __device__ __forceinline__ bool add_parts(const struct parts *parts,
                                                 const struct share *share, int k_tiles,
                                                 const struct span *s, float sums[][TUNED_TN],
                                                 int rows)
{
    enum { TM = TUNED_TM, TN = TUNED_TN };
    const long long turn = (long long)(s->tile - share->rounds * share->blocks) * k_tiles;
    const int first = piece_of(share, k_tiles, turn);
    const int last = piece_of(share, k_tiles, turn + k_tiles - 1);
    unsigned *const arrivals_here = &parts->arrivals[first * WARPS_OF_A_BLOCK + threadIdx.x / 32];

    float *mine = part_of(parts, s->block, s->begin == 0);
#pragma unroll
    for (int i = 0; i < rows; i++)
#pragma unroll
        for (int j = 0; j < TN; j++)
            mine[(i * TN + j) * 32] = sums[i][j];
    if (!arrives_last(arrivals_here, last - first + 1))
        return false;

#pragma unroll
    for (int i = 0; i < rows; i++)
#pragma unroll
        for (int j = 0; j < TN; j++)
            sums[i][j] = 0;
    const int at_a_time = rows < 4 ? rows : 4;
#pragma unroll 1
    for (int block = first; block <= last; block++) {
        const float *part = part_of(parts, block, block == first);
#pragma unroll
        for (int i = 0; i < rows; i += at_a_time) {
            float some_rows[4][TN];
#pragma unroll
            for (int e = 0; e < at_a_time; e++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    some_rows[e][j] = part[((i + e) * TN + j) * 32];
            __syncwarp(); // all are asked for before any is added; else ptxas kept five
#pragma unroll
            for (int e = 0; e < at_a_time; e++)
#pragma unroll
                for (int j = 0; j < TN; j++)
                    sums[i + e][j] += some_rows[e][j];
        }
    }
    return true;
}

#endif
