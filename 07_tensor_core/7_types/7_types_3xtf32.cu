// SPDX-License-Identifier: MIT
//
// 7_types_3xtf32: float32 on tensor cores, by three products of tf32 (CUTLASS: 3xTF32).
//
// A float32 has 24 bits of fraction, tf32 has 11. x = big + small, big = x rounded to tf32; small
// is exact in float32, and of its 12 bits tf32 keeps all but the last. So
//
//     a b = big_a big_b + big_a small_b + small_a big_b + small_a small_b
//
// and the last term is left out: it is below 2^-22 |a b|, like the loss from truncating both small
// parts. The small products come first, while the sum is still small.
//
// Inf and NaN must not meet the zeros of a small part (0 x Inf is NaN): they have no small part
// themselves, and in products with the other operand's small part they count as 0.
#define BITS 32
#include "types_fragment.h"

typedef float number, scalar, lane_sums[4];

struct parts {
    uint32_t big;    // to be multiplied with the other's big part: Inf and NaN are here
    uint32_t finite; // with the other's small part
    uint32_t small;
};

static __device__ __forceinline__ struct parts parts_of(uint32_t x)
{
    const uint32_t below = 0x1fff, half = 0x1000; // the 13 bits that tf32 does not have
    const float inf = __uint_as_float(0x7f800000);
    const float rounded = __uint_as_float((x + half) & ~below), cut = __uint_as_float(x & ~below);
    const float big =
        fabsf(rounded) < inf ? rounded : cut; // the largest numbers would round to Inf
    const bool is_finite = fabsf(__uint_as_float(x)) < inf;
    return (struct parts){is_finite ? __float_as_uint(big) : x,
                          is_finite ? __float_as_uint(big) : 0,
                          is_finite ? __float_as_uint(__uint_as_float(x) - big) : 0};
}

static __device__ __forceinline__ void multiply(float sums[4], const uint32_t a[4],
                                                const uint32_t b[2])
{
    uint32_t a_big[4], a_finite[4], a_small[4], b_big[2], b_finite[2], b_small[2];
#pragma unroll
    for (int r = 0; r < 4; r++) {
        const struct parts p = parts_of(a[r]);
        a_big[r] = p.big, a_finite[r] = p.finite, a_small[r] = p.small;
    }
#pragma unroll
    for (int r = 0; r < 2; r++) {
        const struct parts p = parts_of(b[r]);
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
