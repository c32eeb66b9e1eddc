// SPDX-License-Identifier: MIT
//
// add_parts.h: tiles of C that several blocks of 08/8_tuned compute in parts. For kernels.
//
// Each warp writes its sums of a part of the tile to `parts`. Among the warps with the same place
// in their blocks, the last to arrive adds all parts, in the order of the blocks. So the sum does
// not depend on which warp is last. No warp waits for another, so the blocks do not have to run at
// the same time. (CUTLASS: the fixup of stream-K, where each block waits for the previous one.)
#ifndef HIERARCHY_ADD_PARTS_H
#define HIERARCHY_ADD_PARTS_H

#include "../arrivals.h"
#include "../share.h"

// Where a lane stores its first float4: the four sums of an instruction, which are in neighbouring
// registers. Its next float4s follow at distances of 32.
static __device__ __forceinline__ float4 *part_of(const struct parts *parts, int block, bool begins,
                                                  int mmas, int warps)
{
    const ptrdiff_t warp = (2 * (ptrdiff_t)block + begins) * warps + threadIdx.x / 32;
    return (float4 *)parts->sums + warp * mmas * 32 + threadIdx.x % 32;
}

// acc becomes the sum of the parts of blocks `first` to `last`. A part comes from L2, with a
// latency of 600 cycles, so loads for `at_once` instructions of `ahead` parts are in flight before
// the first is needed. All parts after the first are at equal distances, a literal.
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

// Stores the warp's sums of a part of a tile. Returns true if it was the last part: then acc is the
// whole sum. mmas (a power of two) and warps are literals.
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
