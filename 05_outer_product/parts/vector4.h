// SPDX-License-Identifier: MIT
//
// vector4.h: four neighbouring floats in one access of 128 bits. For kernels.
//
// A float4 must be at a multiple of 16 bytes, and it is read and written whole. A matrix whose
// rows begin at such multiples and have a length that is a multiple of 4 can be taken in float4
// alone: none is across an edge. Any other matrix is taken in single floats by the same kernel,
// compiled with `aligned` false. launch.h chooses.
#ifndef OUTER_VECTOR4_H
#define OUTER_VECTOR4_H

#include <cuda_runtime.h>
#include <stdbool.h>

#include "../../common/device/epilogue.h"
#include "../../common/device/predicate.h"

// Four floats of shared memory (or aligned global memory) in one access, to registers and back.
static __device__ __forceinline__ void load4(float to[4], const float *from)
{
    const float4 v = *(const float4 *)from;
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

static __device__ __forceinline__ void store4(float *to, const float from[4])
{
    *(float4 *)to = make_float4(from[0], from[1], from[2], from[3]);
}

// The first `inside` of the four floats at `from`, and 0 instead of the other ones, which are not
// read. aligned (a literal): `from` is a multiple of 16 bytes and `inside` is <= 0 or >= 4.
static __device__ __forceinline__ void load4_or_zero(float to[4], const float *from, int inside,
                                                     bool aligned)
{
    if (aligned && inside > 0) {
        load4(to, from);
        return;
    }
#pragma unroll
    for (int e = 0; e < 4; e++)
        to[e] = aligned ? 0 : load_or_zero(from + e, e < inside);
}

// c[e] = alpha * acc[e] + beta * c[e] for the first `inside` of four; aligned as above.
static __device__ __forceinline__ void store4_scaled(float *c, int inside, float alpha,
                                                     const float acc[4], float beta, bool aligned)
{
    if (aligned && inside > 0) {
        float value[4] = {0, 0, 0, 0};
        if (beta != 0)
            load4(value, c);
#pragma unroll
        for (int e = 0; e < 4; e++)
            value[e] = beta != 0 ? alpha * acc[e] + beta * value[e] : alpha * acc[e];
        store4(c, value);
    }
#pragma unroll
    for (int e = 0; e < 4; e++)
        if (!aligned && e < inside)
            store_scaled(&c[e], alpha, acc[e], beta);
}

#endif
