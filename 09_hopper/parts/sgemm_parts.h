// SPDX-License-Identifier: MIT
//
// sgemm_parts.h: tiles of C that several blocks of 2_sgemm_tma compute parts of. For its kernel.
//
// Each warp writes its sums of a part to `parts`. Of the warps with the same place in their blocks,
// the last one to finish adds all parts in the order of the blocks, so the sum does not depend on
// which warp is last. (05/8 does the same; share.h defines a part.)
#ifndef HOPPER_SGEMM_PARTS_H
#define HOPPER_SGEMM_PARTS_H

#include "../../common/device/gemm/arrivals.h"
#include "sgemm.h"

// Where a lane stores the first of its sums; its next ones are 32 apart, those of a warp are
// neighbours.
static __device__ __forceinline__ float *part_of(const struct parts *parts, int block, bool begins)
{
    const ptrdiff_t warp = (ptrdiff_t)block * SGEMM_WARPS + (int)threadIdx.x / 32;
    return &parts->sums[(2 * warp + begins) * SGEMM_SUMS * 32 + (int)threadIdx.x % 32];
}

// Contributes the warp's part of a tile. Returns true for the last part: then acc is the whole sum.
static __device__ __forceinline__ bool add_parts(const struct parts *parts,
                                                 const struct share *share, int k_tiles,
                                                 const struct span *s, float acc[][SGEMM_TN])
{
    enum { AT_A_TIME = 2 }; // rows, whose loads are in flight together
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
