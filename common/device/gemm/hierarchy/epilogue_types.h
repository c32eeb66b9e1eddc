// SPDX-License-Identifier: MIT
//
// epilogue_types.h: converts the epilogue's floats if C and D have another type (CUTLASS: the
// epilogue's transformer). For kernels.
//
//     EPILOGUE_F16, EPILOGUE_BF16   rounded to nearest; in f16, too large values become Inf
//     EPILOGUE_S8                   rounded to the nearest integer, then limited to -128 ... 127
//                                   (saturated); NaN becomes 0
//
// Sums stay float until the store, so each element is rounded once, after its function, for any K.
#ifndef HIERARCHY_EPILOGUE_TYPES_H
#define HIERARCHY_EPILOGUE_TYPES_H

#include <stdint.h>

#include "epilogue_functions.h"

#ifdef __CUDACC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// The element's bits, in the lowest bits. type is a literal, here and below.
static __device__ __forceinline__ uint32_t epilogue_bits(enum epilogue_type type, float x)
{
    switch (type) {
    case EPILOGUE_F16: return __half_as_ushort(__float2half_rn(x));
    case EPILOGUE_BF16: return __bfloat16_as_ushort(__float2bfloat16_rn(x));
    case EPILOGUE_S8: {
        const int i = __float2int_rn(x); // itself saturated, and 0 for NaN
        return (uint32_t)(i < INT8_MIN ? INT8_MIN : i > INT8_MAX ? INT8_MAX : i) & 0xff;
    }
    default: return __float_as_uint(x);
    }
}

static __device__ __forceinline__ float epilogue_float(enum epilogue_type type, uint32_t bits)
{
    switch (type) {
    case EPILOGUE_F16: return __half2float(__ushort_as_half((unsigned short)bits));
    case EPILOGUE_BF16: return __bfloat162float(__ushort_as_bfloat16((unsigned short)bits));
    case EPILOGUE_S8: return (float)(int8_t)bits;
    default: return __uint_as_float(bits);
    }
}

// Loads one element of C as a float; stores a float in D.
static __device__ __forceinline__ float epilogue_load(enum epilogue_type type, const void *c)
{
    switch (epilogue_bytes(type)) {
    case 1: return epilogue_float(type, *(const uint8_t *)c);
    case 2: return epilogue_float(type, *(const uint16_t *)c);
    default: return *(const float *)c;
    }
}

static __device__ __forceinline__ void epilogue_store(enum epilogue_type type, void *d, float x)
{
    switch (epilogue_bytes(type)) {
    case 1: *(uint8_t *)d = (uint8_t)epilogue_bits(type, x); break;
    case 2: *(uint16_t *)d = (uint16_t)epilogue_bits(type, x); break;
    default: *(float *)d = x;
    }
}

// Four neighbours in one access, of 16, 8 or 4 bytes.
static __device__ __forceinline__ void epilogue_load_4(enum epilogue_type type, const void *c,
                                                       float x[4])
{
    switch (epilogue_bytes(type)) {
    case 1: {
        const uint32_t bytes = *(const uint32_t *)c;
#pragma unroll
        for (int v = 0; v < 4; v++)
            x[v] = epilogue_float(type, bytes >> 8 * v & 0xff);
        break;
    }
    case 2: {
        const uint2 words = *(const uint2 *)c;
        x[0] = epilogue_float(type, words.x & 0xffff), x[1] = epilogue_float(type, words.x >> 16);
        x[2] = epilogue_float(type, words.y & 0xffff), x[3] = epilogue_float(type, words.y >> 16);
        break;
    }
    default: *(float4 *)x = *(const float4 *)c;
    }
}

static __device__ __forceinline__ void epilogue_store_4(enum epilogue_type type, void *d,
                                                        const float x[4])
{
    switch (epilogue_bytes(type)) {
    case 1:
        *(uint32_t *)d = epilogue_bits(type, x[0]) | epilogue_bits(type, x[1]) << 8 |
                         epilogue_bits(type, x[2]) << 16 | epilogue_bits(type, x[3]) << 24;
        break;
    case 2:
        *(uint2 *)d = make_uint2(epilogue_bits(type, x[0]) | epilogue_bits(type, x[1]) << 16,
                                 epilogue_bits(type, x[2]) | epilogue_bits(type, x[3]) << 16);
        break;
    default: *(float4 *)d = *(const float4 *)x;
    }
}

// The value as D stores it, for further use in registers.
static __device__ __forceinline__ float epilogue_rounded(enum epilogue_type type, float x)
{
    return epilogue_float(type, epilogue_bits(type, x));
}

#endif
#endif
