// SPDX-License-Identifier: MIT
//
// emu/float16/float16.h: arithmetic of half precision (binary16) and bfloat16 on their bits, in C,
// with the rounding of the hardware: every operation rounds its exact result once, to nearest even
// unless a direction is given; subnormals are kept; every NaN result is 0x7FFF.
//
//              sign  exponent  fraction   largest     smallest normal   smallest
//     half       1       5        10      65504       2^-14             2^-24
//     bfloat16   1       8         7      3.39e38     2^-126            2^-133
//
// Why each operation is right:
// - float holds every half and bfloat16, so the conversion to float is exact.
// - add, sub, mul, div, sqrt: float has 24 >= 2p+2 bits for p = 11 (half) or 8 (bfloat16), so
//   rounding the float result again gives the correctly rounded result (Figueroa, "When is double
//   rounding innocuous?", 1995). In the subnormal range sums and half products are exact in float,
//   and a bfloat16 product (16 bits) or a quotient is never close enough to a midpoint.
// - fma: the product of two halfs (22 bits) or bfloat16s (16 bits) is exact in double; the sum with
//   the third operand is rounded to odd (emu/float16/round.h), then to 16 bits.
#ifndef EMU_FLOAT16_H
#define EMU_FLOAT16_H

#include <math.h>

#include "round.h"

enum { EMU_FLOAT16_NAN = 0x7FFF };

// ---- half ---------------------------------------------------------------------------------------

EMU_ROUND_INLINE uint16_t emu_half_from_double_rounded(double x, enum emu_rounding mode)
{
    return (uint16_t)emu_round_bits(x, 5, 10, mode);
}

EMU_ROUND_INLINE uint16_t emu_half_from_double(double x)
{
    return emu_half_from_double_rounded(x, EMU_RN);
}

EMU_ROUND_INLINE uint16_t emu_half_from_float(float x)
{
    return emu_half_from_double_rounded((double)x, EMU_RN);
}

EMU_ROUND_INLINE float emu_half_to_float(uint16_t h)
{
    const uint32_t sign = (uint32_t)(h & 0x8000) << 16;
    const uint32_t rest = (uint32_t)(h & 0x7FFF) << 13;
    if ((h & 0x7FFF) > 0x7C00)
        return emu_float_from_bits(0x7FFFFFFF);
    if ((h & 0x7C00) == 0x7C00)
        return emu_float_from_bits(sign | 0x7F800000);
    // Read as a float, the exponent is too small by the difference of the biases, 127 - 15; the
    // multiplication puts that right, exactly, for subnormals too.
    const float two_to_112 = emu_float_from_bits(0x77800000);
    const float magnitude = emu_float_from_bits(rest) * two_to_112;
    return emu_float_from_bits(sign | emu_float_bits(magnitude));
}

// ---- bfloat16 -----------------------------------------------------------------------------------

EMU_ROUND_INLINE uint16_t emu_bfloat16_from_double_rounded(double x, enum emu_rounding mode)
{
    return (uint16_t)emu_round_bits(x, 8, 7, mode);
}

EMU_ROUND_INLINE uint16_t emu_bfloat16_from_double(double x)
{
    return emu_bfloat16_from_double_rounded(x, EMU_RN);
}

EMU_ROUND_INLINE uint16_t emu_bfloat16_from_float(float x)
{
    // bfloat16 is the upper half of a float, so rounding is an addition: just under half of the
    // last bit kept, plus that bit, which sends ties to even. It carries into the exponent, and
    // from the largest finite number to infinity, by itself.
    const uint32_t bits = emu_float_bits(x);
    if ((bits & 0x7FFFFFFF) > 0x7F800000)
        return EMU_FLOAT16_NAN;
    return (uint16_t)((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

EMU_ROUND_INLINE float emu_bfloat16_to_float(uint16_t b)
{
    return emu_float_from_bits((uint32_t)b << 16);
}

// ---- Arithmetic of both -------------------------------------------------------------------------

#define EMU_FLOAT16_ARITHMETIC(name) \
    EMU_ROUND_INLINE uint16_t emu_##name##_add(uint16_t a, uint16_t b) \
    { \
        return emu_##name##_from_float(emu_##name##_to_float(a) + emu_##name##_to_float(b)); \
    } \
    EMU_ROUND_INLINE uint16_t emu_##name##_sub(uint16_t a, uint16_t b) \
    { \
        return emu_##name##_from_float(emu_##name##_to_float(a) - emu_##name##_to_float(b)); \
    } \
    EMU_ROUND_INLINE uint16_t emu_##name##_mul(uint16_t a, uint16_t b) \
    { \
        return emu_##name##_from_float(emu_##name##_to_float(a) * emu_##name##_to_float(b)); \
    } \
    EMU_ROUND_INLINE uint16_t emu_##name##_div(uint16_t a, uint16_t b) \
    { \
        return emu_##name##_from_float(emu_##name##_to_float(a) / emu_##name##_to_float(b)); \
    } \
    EMU_ROUND_INLINE uint16_t emu_##name##_sqrt(uint16_t a) \
    { \
        return emu_##name##_from_float(sqrtf(emu_##name##_to_float(a))); \
    } \
    /* a * b + c */ \
    EMU_ROUND_INLINE uint16_t emu_##name##_fma(uint16_t a, uint16_t b, uint16_t c) \
    { \
        const double product = \
            (double)emu_##name##_to_float(a) * (double)emu_##name##_to_float(b); \
        return emu_##name##_from_double( \
            emu_add_to_odd(product, (double)emu_##name##_to_float(c))); \
    }
EMU_FLOAT16_ARITHMETIC(half)
EMU_FLOAT16_ARITHMETIC(bfloat16)
#undef EMU_FLOAT16_ARITHMETIC

#endif
