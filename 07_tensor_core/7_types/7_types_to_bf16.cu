// SPDX-License-Identifier: MIT
//
// 7_types_to_bf16: 7_types for bf16 with sums in f32 and C in bf16.
#include <cuda_bf16.h>

#define BITS 16
#include "types_fragment.h"

typedef __nv_bfloat16 number;
typedef float scalar, lane_sums[4];

static __device__ __forceinline__ void multiply(float sums[4], const uint32_t a[4],
                                                const uint32_t b[2])
{
    mma_m16n8k16_f32_bf16_bf16_f32(sums, a, b, sums);
}

static __device__ __forceinline__ void store(__nv_bfloat16 *c, float alpha, const float sums[4],
                                             int v, float beta)
{
    float value = beta != 0 ? __bfloat162float(*c) : 0;
    store_scaled(&value, alpha, sums[v], beta);
    *c = __float2bfloat16_rn(value);
}

#define TYPE tc_to_bf16
#include "types_body.h"

void tc_to_bf16(const struct gemm *g) { launch(g); }
