// SPDX-License-Identifier: MIT
//
// epilogue.h: how every step stores a finished sum. For host code and kernels.
#ifndef COMMON_EPILOGUE_H
#define COMMON_EPILOGUE_H

#include <stdbool.h>

#include "host_device.h"

// *c = alpha * acc + beta * *c
// If beta == 0 the old value is not read: C may contain anything, NaN included.
HOST_DEVICE static inline void store_scaled(float *c, float alpha, float acc, float beta)
{
    float value = alpha * acc;
    if (beta != 0)
        value += beta * *c;
    *c = value;
}

#ifdef __CUDACC__

// The same for two neighbours, of which the first `inside` are inside C. aligned (a literal): both
// or none are inside, and the address is a multiple of 8 bytes.
static __device__ __forceinline__ void store_pair(float *c, float alpha, const float acc[2],
                                                  float beta, int inside, bool aligned)
{
    if (aligned && inside > 0) {
        float2 value = {alpha * acc[0], alpha * acc[1]};
        if (beta != 0) {
            const float2 old = *(const float2 *)c;
            value.x += beta * old.x, value.y += beta * old.y;
        }
        *(float2 *)c = value;
    }
#pragma unroll
    for (int e = 0; e < 2; e++)
        if (!aligned && e < inside)
            store_scaled(&c[e], alpha, acc[e], beta);
}

// The same for four neighbours; aligned: the address is a multiple of 16 bytes.
static __device__ __forceinline__ void store_four(float *c, float alpha, float4 sum, float beta,
                                                  int inside, bool aligned)
{
    if (aligned && inside > 0) {
        float4 value = {alpha * sum.x, alpha * sum.y, alpha * sum.z, alpha * sum.w};
        if (beta != 0) {
            const float4 old = *(const float4 *)c;
            value.x += beta * old.x, value.y += beta * old.y;
            value.z += beta * old.z, value.w += beta * old.w;
        }
        *(float4 *)c = value;
    } else if (!aligned) {
        const float first[2] = {sum.x, sum.y}, second[2] = {sum.z, sum.w};
        store_pair(c, alpha, first, beta, inside, false);
        store_pair(c + 2, alpha, second, beta, inside - 2, false);
    }
}

#endif
#endif
