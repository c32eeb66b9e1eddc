// SPDX-License-Identifier: MIT
//
// bf16_8.h: eight neighbouring elements of a row, which a thread loads and stores in 16 bytes where
// all rows are aligned. For kernels.
#ifndef MANY_BF16_8_H
#define MANY_BF16_8_H

#include <cuda_bf16.h>

#include "../../common/device/copy_128.h"

enum { EIGHT = 8 };

// Adds scale times the first `count` of eight elements. whole: in one load; all eight are there.
static __device__ __forceinline__ void add_8(float sum[EIGHT], const uint16_t *from, float scale,
                                             int count, bool whole)
{
    __nv_bfloat16 x[EIGHT] __attribute__((aligned(COPY_128_BYTES)));
    if (whole)
        copy_128(x, from);
#pragma unroll
    for (int i = 0; i < EIGHT; i++)
        if (whole || i < count)
            sum[i] += scale * __bfloat162float(whole ? x[i] : ((const __nv_bfloat16 *)from)[i]);
}

static __device__ __forceinline__ void store_8(uint16_t *to, const float sum[EIGHT], int count,
                                               bool whole)
{
    __nv_bfloat16 x[EIGHT] __attribute__((aligned(COPY_128_BYTES)));
#pragma unroll
    for (int i = 0; i < EIGHT; i++) {
        x[i] = __float2bfloat16(sum[i]);
        if (!whole && i < count)
            to[i] = __bfloat16_as_ushort(x[i]);
    }
    if (whole)
        copy_128(to, x);
}

#endif
