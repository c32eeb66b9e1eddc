// SPDX-License-Identifier: MIT
//
// 7_types_f16_f32: 7_types for f16 with sums and C in f32.
#define BITS 16
#include "types_fragment.h"

typedef float number, scalar, lane_sums[4];

static __device__ __forceinline__ void multiply(float sums[4], const uint32_t a[4],
                                                const uint32_t b[2])
{
    mma_m16n8k16_f32_f16_f16_f32(sums, a, b, sums);
}

static __device__ __forceinline__ void store(float *c, float alpha, const float sums[4], int v,
                                             float beta)
{
    store_scaled(c, alpha, sums[v], beta);
}

#define TYPE tc_f16_f32
#include "types_body.h"

void tc_f16_f32(const struct gemm *g) { launch(g); }
