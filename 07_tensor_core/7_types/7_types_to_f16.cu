// SPDX-License-Identifier: MIT
//
// 7_types_to_f16: 7_types for f16 with sums in f32 and C in f16. A sum is rounded once, at the end:
// as accurate as C can be, in half of its bytes.
#include <cuda_fp16.h>

#define BITS 16
#include "types_fragment.h"

typedef __half number;
typedef float scalar, lane_sums[4];

static __device__ __forceinline__ void multiply(float sums[4], const uint32_t a[4],
                                                const uint32_t b[2])
{
    mma_m16n8k16_f32_f16_f16_f32(sums, a, b, sums);
}

static __device__ __forceinline__ void store(__half *c, float alpha, const float sums[4], int v,
                                             float beta)
{
    float value = beta != 0 ? __half2float(*c) : 0;
    store_scaled(&value, alpha, sums[v], beta);
    *c = __float2half_rn(value);
}

#define TYPE tc_to_f16
#include "types_body.h"

void tc_to_f16(const struct gemm *g) { launch(g); }
