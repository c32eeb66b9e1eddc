// SPDX-License-Identifier: MIT
//
// store.h: stores a warpgroup's sums to C from the registers where wgmma leaves them.
#ifndef HOPPER_STORE_H
#define HOPPER_STORE_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../../common/device/epilogue.h"
#include "../../common/device/index.h"
#include "../hopper.h"
#include "tile.h"

// *c = alpha sum + beta *c for two neighbours, like store_pair(), for other types of C. Two
// elements of 16 bits are one word.
static __device__ __forceinline__ float c_to_float(unsigned short bits, enum hopper_type_c type)
{
    return type == HOPPER_C_F16 ? __half2float(__ushort_as_half(bits))
                                : __bfloat162float(__ushort_as_bfloat16(bits));
}

static __device__ __forceinline__ unsigned short c_from_float(float x, enum hopper_type_c type)
{
    return type == HOPPER_C_F16 ? __half_as_ushort(__float2half_rn(x))
                                : __bfloat16_as_ushort(__float2bfloat16_rn(x));
}

static __device__ __forceinline__ void store_pair_16(unsigned short *c, float alpha,
                                                     const float sum[2], float beta, int inside,
                                                     bool aligned, enum hopper_type_c type)
{
    unsigned old = 0;
    if (beta != 0 && aligned && inside > 0)
        old = *(const unsigned *)c;
    else if (beta != 0)
        old = (inside > 0 ? c[0] : 0u) | (inside > 1 ? c[1] : 0u) << 16;
    float low = alpha * sum[0], high = alpha * sum[1];
    if (beta != 0) {
        low += beta * c_to_float((unsigned short)(old & 0xFFFF), type);
        high += beta * c_to_float((unsigned short)(old >> 16), type);
    }
    const unsigned short x = c_from_float(low, type), y = c_from_float(high, type);
    if (aligned && inside > 0)
        *(unsigned *)c = x | (unsigned)y << 16;
    if (!aligned && inside > 0)
        c[0] = x;
    if (!aligned && inside > 1)
        c[1] = y;
}

// The same for four neighbours; aligned: at a multiple of 8 bytes.
static __device__ __forceinline__ void store_four_16(unsigned short *c, float alpha, float4 sum,
                                                     float beta, int inside, bool aligned,
                                                     enum hopper_type_c type)
{
    const float first[2] = {sum.x, sum.y}, second[2] = {sum.z, sum.w};
    if (beta == 0 && aligned) {
        const ushort4 value = {c_from_float(alpha * sum.x, type), c_from_float(alpha * sum.y, type),
                               c_from_float(alpha * sum.z, type),
                               c_from_float(alpha * sum.w, type)};
        if (inside > 0)
            *(ushort4 *)c = value;
        return;
    }
    store_pair_16(c, alpha, first, beta, inside, aligned, type);
    store_pair_16(c + 2, alpha, second, beta, inside - 2, aligned, type);
}

// Sums that overflow wrap around: unsigned arithmetic, which C defines.
static __device__ __forceinline__ void store_pair_s32(unsigned *c, unsigned alpha, const int sum[2],
                                                      unsigned beta, int inside, bool aligned)
{
    uint2 value = make_uint2(alpha * (unsigned)sum[0], alpha * (unsigned)sum[1]);
    if (beta != 0 && aligned && inside > 0) {
        const uint2 old = *(const uint2 *)c;
        value.x += beta * old.x, value.y += beta * old.y;
    } else if (beta != 0) {
        value.x += inside > 0 ? beta * c[0] : 0;
        value.y += inside > 1 ? beta * c[1] : 0;
    }
    if (aligned && inside > 0)
        *(uint2 *)c = value;
    if (!aligned && inside > 0)
        c[0] = value.x;
    if (!aligned && inside > 1)
        c[1] = value.y;
}

// type: a literal, here and below. `aligned` becomes one.
static __device__ __forceinline__ void store_two(const struct hopper_params *p,
                                                 const HOPPER_SUM sum[2], enum hopper_type_c type,
                                                 ptrdiff_t at, int inside, bool aligned)
{
#ifdef HOPPER_S32
    (void)type;
    store_pair_s32((unsigned *)p->C + at, (unsigned)p->s32_alpha, sum, (unsigned)p->s32_beta,
                   inside, aligned);
#else
    if (type == HOPPER_C_F32)
        store_pair((float *)p->C + at, p->alpha, sum, p->beta, inside, aligned);
    else
        store_pair_16((unsigned short *)p->C + at, p->alpha, sum, p->beta, inside, aligned, type);
#endif
}

// C = alpha d + beta C for the four sums of a lane, two of row `row` and two of row + 8, from
// column `col` on: the order in which mma.sync and wgmma leave 16 x 8 sums.
static __device__ __forceinline__ void store_16x8(const struct hopper_params *p,
                                                  const HOPPER_SUM d[4], enum hopper_type_c type,
                                                  int row, int col)
{
#pragma unroll
    for (int half = 0; half < 2; half++) {
        const int c_row = row + 8 * half, inside = c_row < p->m ? p->n - col : 0;
        const ptrdiff_t at = row_major(c_row, col, p->ldc);
        if (p->vectors)
            store_two(p, &d[2 * half], type, at, inside, true);
        else
            store_two(p, &d[2 * half], type, at, inside, false);
    }
}

// The same for a warpgroup's 64 x n sums that begin at (row, col). Lane l of warp w holds pairs of
// rows 16 w + l / 4 and 8 below, columns 2 (l % 4) of every 8. Four lanes store 32 bytes of a row,
// a whole sector. n: a literal.
static __device__ __forceinline__ void store_sums_as(const struct hopper_params *p,
                                                     const HOPPER_SUM *d, int n,
                                                     enum hopper_type_c type, int row, int col)
{
    const int thread = (int)threadIdx.x % HOPPER_WARPGROUP;
#pragma unroll
    for (int j = 0; j < n / 8; j++)
        store_16x8(p, &d[4 * j], type, row + thread / 32 * 16 + thread % 32 / 4,
                   col + 8 * j + thread % 4 * 2);
}

static __device__ __forceinline__ void store_sums(const struct hopper_params *p,
                                                  const HOPPER_SUM *d, int n, int row, int col)
{
    store_sums_as(p, d, n, HOPPER_C_F32, row, col);
}

#endif
