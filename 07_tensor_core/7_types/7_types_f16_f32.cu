// SPDX-License-Identifier: MIT
//
// 7_types_f16_f32, 7_types_to_f16: 7_types for f16 with sums in f32, and C in f32 or in f16. A sum
// is rounded once, at the end: as accurate as C can be, in half of its bytes.
#include <cuda_fp16.h>

#include "types_fragment.h"

typedef float tc_f16_f32_number, tc_f16_f32_scalar, tc_f16_f32_sums[4];

static __device__ __forceinline__ void tc_f16_f32_multiply(float sums[4], const uint32_t a[4],
                                                           const uint32_t b[2])
{
    mma_m16n8k16_f32_f16_f16_f32(sums, a, b, sums);
}

static __device__ __forceinline__ void tc_f16_f32_store(float *c, float alpha, const float sums[4],
                                                        int v, float beta)
{
    store_scaled(c, alpha, sums[v], beta);
}

#define TYPE tc_f16_f32
#define BITS 16
#include "types_body.h"

typedef __half tc_to_f16_number;
typedef float tc_to_f16_scalar, tc_to_f16_sums[4];

static __device__ __forceinline__ void tc_to_f16_multiply(float sums[4], const uint32_t a[4],
                                                          const uint32_t b[2])
{
    mma_m16n8k16_f32_f16_f16_f32(sums, a, b, sums);
}

static __device__ __forceinline__ void tc_to_f16_store(__half *c, float alpha, const float sums[4],
                                                       int v, float beta)
{
    float value = beta != 0 ? __half2float(*c) : 0;
    store_scaled(&value, alpha, sums[v], beta);
    *c = __float2half_rn(value);
}

#define TYPE tc_to_f16
#define BITS 16
#include "types_body.h"
