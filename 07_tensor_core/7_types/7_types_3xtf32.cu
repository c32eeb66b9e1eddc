// SPDX-License-Identifier: MIT
//
// 7_types_3xtf32: float32 on tensor cores, by three products of tf32 (CUTLASS: 3xTF32).
//
// Each float32 is two tf32 numbers, big and small (tf32_parts.h). The small products come first,
// while the sum is still small.
#define BITS 32
#include "../../common/device/gemm/tf32_parts.h"
#include "types_fragment.h"

typedef float number, scalar, lane_sums[4];

static __device__ __forceinline__ void multiply(float sums[4], const uint32_t a[4],
                                                const uint32_t b[2])
{
    uint32_t a_big[4], a_finite[4], a_small[4], b_big[2], b_finite[2], b_small[2];
#pragma unroll
    for (int r = 0; r < 4; r++) {
        const struct tf32_parts p = tf32_parts_of(a[r]);
        a_big[r] = p.big, a_finite[r] = p.finite, a_small[r] = p.small;
    }
#pragma unroll
    for (int r = 0; r < 2; r++) {
        const struct tf32_parts p = tf32_parts_of(b[r]);
        b_big[r] = p.big, b_finite[r] = p.finite, b_small[r] = p.small;
    }
    float slice[4] = {0, 0, 0, 0};
    mma_m16n8k8_f32_tf32_tf32_f32(slice, a_finite, b_small, slice);
    mma_m16n8k8_f32_tf32_tf32_f32(slice, a_small, b_finite, slice);
    mma_m16n8k8_f32_tf32_tf32_f32(slice, a_big, b_big, slice);
#pragma unroll
    for (int v = 0; v < 4; v++)
        sums[v] += slice[v];
}

static __device__ __forceinline__ void store(float *c, float alpha, const float sums[4], int v,
                                             float beta)
{
    store_scaled(c, alpha, sums[v], beta);
}

#define TYPE tc_3xtf32
#include "types_body.h"

void tc_3xtf32(const struct gemm *g) { launch(g); }
