// SPDX-License-Identifier: MIT
//
// sgemm_parts.h: tiles of C that several blocks of 2_sgemm_tma have parts of. For its kernel.
//
// Each warp writes its sums of a part to `parts`; the one that comes last, of those that have the
// same place in their blocks, adds all of them up, in the order of the blocks: whoever comes last,
// the sum is the same. (05/8 does as much; share.h has what a part is.)
#ifndef HOPPER_SGEMM_PARTS_H
#define HOPPER_SGEMM_PARTS_H

#include "../../common/device/gemm/arrivals.h"
#include "sgemm.h"

// Where a lane keeps the first of its sums; the others stand 32 apart, a warp's are neighbours.
static __device__ __forceinline__ float *part_of(const struct parts *parts, int block, bool begins)
{
    const ptrdiff_t warp = (ptrdiff_t)block * SGEMM_WARPS + (int)threadIdx.x / 32;
    return &parts->sums[(2 * warp + begins) * SGEMM_SUMS * 32 + (int)threadIdx.x % 32];
}

// Hands in the warp's part of a tile. True if it was the last one: then acc is the whole sum.
static __device__ __forceinline__ bool add_parts(const struct parts *parts,
                                                 const struct share *share, int k_tiles,
                                                 const struct span *s, float acc[][SGEMM_TN])
{
    enum { AT_A_TIME = 2 }; // rows, whose loads are on their way together
    const long long turn = (long long)(s->tile - share->rounds * share->blocks) * k_tiles;
    const int first = piece_of(share, k_tiles, turn);
    const int last = piece_of(share, k_tiles, turn + k_tiles - 1);
    unsigned *const arrivals = &parts->arrivals[first * SGEMM_WARPS + (int)threadIdx.x / 32];
    float *const mine = part_of(parts, s->block, s->begin == 0);
#pragma unroll
    for (int i = 0; i < SGEMM_TM; i++)
#pragma unroll
        for (int j = 0; j < SGEMM_TN; j++) {
            mine[(i * SGEMM_TN + j) * 32] = acc[i][j];
            acc[i][j] = 0;
        }
    if (!arrives_last(arrivals, last - first + 1))
        return false;
#pragma unroll 1
    for (int block = first; block <= last; block++) {
        const float *const part = part_of(parts, block, block == first);
#pragma unroll
        for (int i = 0; i < SGEMM_TM; i += AT_A_TIME) {
            float some[AT_A_TIME][SGEMM_TN];
#pragma unroll
            for (int e = 0; e < AT_A_TIME; e++)
#pragma unroll
                for (int j = 0; j < SGEMM_TN; j++)
                    some[e][j] = part[((i + e) * SGEMM_TN + j) * 32];
            __syncwarp(); // all loads start before the first addition; else five are in flight
#pragma unroll
            for (int e = 0; e < AT_A_TIME; e++)
#pragma unroll
                for (int j = 0; j < SGEMM_TN; j++)
                    acc[i + e][j] += some[e][j];
        }
    }
    return true;
}

#endif
