// SPDX-License-Identifier: MIT
//
// add_parts.h: tiles of C that several blocks of 08/8_tuned have parts of. For kernels.
//
// Each warp writes its sums of a part of the tile to `parts`. The one that comes last, of those
// that have the same place in their blocks, adds all of them up, in the order of the blocks:
// whoever comes last, the sum is the same. Nobody waits for anybody, so the blocks need not run at
// the same time. (CUTLASS: the fixup of stream-K, where each block waits for the one before.)
#ifndef HIERARCHY_ADD_PARTS_H
#define HIERARCHY_ADD_PARTS_H

#include "../arrivals.h"
#include "../share.h"

// The four sums of an instruction lie in neighbouring registers, as a float4 wants them: this is
// where a lane keeps its first; the others stand 32 float4s apart.
static __device__ __forceinline__ float4 *part_of(const struct parts *parts, int block, bool begins,
                                                  int mmas, int warps)
{
    const ptrdiff_t warp = (2 * (ptrdiff_t)block + begins) * warps + threadIdx.x / 32;
    return (float4 *)parts->sums + warp * mmas * 32 + threadIdx.x % 32;
}

// acc becomes the sum of the parts of blocks `first` to `last`. `at_once` instructions of `ahead`
// parts are on their way before the first is needed: a part comes from L2, 600 cycles away. All but
// the first lie at equal distances, a literal.
static __device__ __forceinline__ void sum_of_parts(const struct parts *parts, int first, int last,
                                                    float acc[][4], int mmas, int warps)
{
    enum { MOST_AT_ONCE = 8, MOST_LOADS = 16 };
    const int at_once = mmas < MOST_AT_ONCE ? mmas : MOST_AT_ONCE, ahead = MOST_LOADS / at_once;
    const int apart = 2 * warps * mmas * 32;
#pragma unroll
    for (int i = 0; i < mmas; i += at_once) {
        const float4 *one = part_of(parts, first, true, mmas, warps) + i * 32;
        const float4 *others = part_of(parts, first + 1, false, mmas, warps) + i * 32;
#pragma unroll
        for (int j = 0; j < at_once * 4; j++)
            acc[i + j / 4][j % 4] = 0;
#pragma unroll 1
        for (int block = first; block <= last; block += ahead) {
            float4 some[MOST_LOADS];
#pragma unroll
            for (int e = 0; e < MOST_LOADS; e++) {
                const int part = e / at_once;
                const float4 *const from = part == 0 ? one : others + (part - 1) * apart;
                some[e] = make_float4(0, 0, 0, 0);
                if (block + part <= last)
                    some[e] = from[e % at_once * 32];
            }
#pragma unroll
            for (int e = 0; e < MOST_LOADS; e++) {
                float *const sum = acc[i + e % at_once];
                sum[0] += some[e].x, sum[1] += some[e].y;
                sum[2] += some[e].z, sum[3] += some[e].w;
            }
            one = others + (ahead - 1) * apart;
            others += ahead * apart;
        }
    }
}

// Hands in the warp's sums of a part of a tile. True if it was the last one: then acc is the whole
// sum. mmas (a power of two), warps: literals.
static __device__ __forceinline__ bool add_parts(const struct parts *parts,
                                                 const struct share *share, int k_tiles,
                                                 const struct span *s, float acc[][4], int mmas,
                                                 int warps)
{
    const long long turn = (long long)(s->tile - share->rounds * share->blocks) * k_tiles;
    const int first = piece_of(share, k_tiles, turn);
    const int last = piece_of(share, k_tiles, turn + k_tiles - 1);
    unsigned *const arrivals_here = &parts->arrivals[first * warps + (int)threadIdx.x / 32];

    float4 *const mine = part_of(parts, s->block, s->begin == 0, mmas, warps);
#pragma unroll
    for (int i = 0; i < mmas; i++)
        mine[i * 32] = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
    if (!arrives_last(arrivals_here, last - first + 1))
        return false;
    sum_of_parts(parts, first, last, acc, mmas, warps);
    return true;
}

#endif
