// SPDX-License-Identifier: MIT
//
// tf32_parts.h: a float32 as the sum of two tf32 numbers, for products of float32 by tensor cores
// (CUTLASS: 3xTF32).
//
// A float32 has 24 bits of fraction, tf32 has 11. x = big + small, big = x rounded to tf32; small
// is exact in float32, and of its 12 bits tf32 keeps all but the last. So
//
//     a b = big_a big_b + big_a small_b + small_a big_b + small_a small_b
//
// and the last term is left out: it is below 2^-22 |a b|, like the loss from truncating both small
// parts.
//
// Inf and NaN must not meet the zeros of a small part (0 x Inf is NaN): they have no small part
// themselves, and in products with the other operand's small part they count as 0.
#ifndef COMMON_TF32_PARTS_H
#define COMMON_TF32_PARTS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct tf32_parts {
    uint32_t big;    // to be multiplied with the other's big part: Inf and NaN are here
    uint32_t finite; // with the other's small part
    uint32_t small;
};

// x and the parts are bits of float32.
static __device__ __forceinline__ struct tf32_parts tf32_parts_of(uint32_t x)
{
    const uint32_t below = 0x1fff, half = 0x1000; // the 13 bits that tf32 does not have
    const float inf = __uint_as_float(0x7f800000);
    const float rounded = __uint_as_float((x + half) & ~below), cut = __uint_as_float(x & ~below);
    const float big =
        fabsf(rounded) < inf ? rounded : cut; // the largest numbers would round to Inf
    const bool is_finite = fabsf(__uint_as_float(x)) < inf;
    return (struct tf32_parts){is_finite ? __float_as_uint(big) : x,
                               is_finite ? __float_as_uint(big) : 0,
                               is_finite ? __float_as_uint(__uint_as_float(x) - big) : 0};
}

#endif
