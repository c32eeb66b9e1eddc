// SPDX-License-Identifier: MIT
//
// emu/float16/round.h: correct rounding of exact results to float, half and bfloat16, in C.
//
// To round only once, compute in double, where the sum or product of the narrow operands is exact
// or is "rounded to odd", then round that double to the narrow format with integer arithmetic.
//
// Rounding to odd (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008): an
// inexact result becomes the one of its two neighbours that has an odd last bit. Such a double is
// never a number of a format with at most 51 bits, nor halfway between two of them. So the second
// rounding gives the same result as for the exact value, in every rounding mode.
#ifndef EMU_ROUND_H
#define EMU_ROUND_H

#include <stdint.h>
#include <string.h>

#define EMU_ROUND_INLINE static inline __attribute__((always_inline, unused))

// To nearest with ties to even, toward zero, down, up: the suffixes _rn, _rz, _rd, _ru.
enum emu_rounding { EMU_RN, EMU_RZ, EMU_RD, EMU_RU };

EMU_ROUND_INLINE uint64_t emu_double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

EMU_ROUND_INLINE double emu_double_from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

EMU_ROUND_INLINE uint32_t emu_float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

EMU_ROUND_INLINE float emu_float_from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Rounds x to the bits of an IEEE format: 1 sign bit, then `exponent_bits`, then `fraction_bits`.
// Keeps subnormal results. Every NaN becomes the hardware's canonical NaN: sign 0, all other bits
// 1.
EMU_ROUND_INLINE uint32_t emu_round_bits(double x, int exponent_bits, int fraction_bits,
                                         enum emu_rounding mode)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const uint32_t infinity = ((1u << exponent_bits) - 1) << fraction_bits;
    const uint64_t bits = emu_double_bits(x);
    const uint64_t magnitude = bits & 0x7FFFFFFFFFFFFFFF;
    const int negative = (int)(bits >> 63);
    const uint32_t sign = (uint32_t)negative << (exponent_bits + fraction_bits);
    if (magnitude > 0x7FF0000000000000)
        return infinity | ((1u << fraction_bits) - 1);
    if (magnitude == 0)
        return sign;

    const int exponent = (int)(magnitude >> 52) - 1023;
    const int lowest = 1 - bias; // exponent of the smallest normal number
    uint32_t result;
    if (exponent > bias) { // infinite, or above the largest finite number in any rounding mode
        result = infinity;
        if (magnitude != 0x7FF0000000000000 &&
            (mode == EMU_RZ || (mode == EMU_RD && !negative) || (mode == EMU_RU && negative)))
            result = infinity - 1;
        return sign | result;
    }
    // A subnormal double has no leading 1, but it is so small that only "not zero" matters.
    const uint64_t significand = (magnitude & 0xFFFFFFFFFFFFF) | 0x10000000000000;
    int drop = 52 - fraction_bits; // bits below the last one kept
    if (exponent < lowest)
        drop += lowest - exponent;
    if (drop > 62)
        drop = 62;
    const uint64_t rest = significand & (((uint64_t)1 << drop) - 1);
    const uint64_t half = (uint64_t)1 << (drop - 1);
    result = (uint32_t)(significand >> drop);
    if (exponent >= lowest) // the leading 1 of `result` adds 1 to the exponent field
        result += (uint32_t)(exponent - lowest) << fraction_bits;
    int up = 0;
    switch (mode) {
    case EMU_RN: up = rest > half || (rest == half && (result & 1)); break;
    case EMU_RZ: break;
    case EMU_RD: up = negative && rest; break;
    case EMU_RU: up = !negative && rest; break;
    }
    // The carry propagates from fraction to exponent, and from the largest finite number to
    // infinity.
    return sign | (result + (uint32_t)up);
}

EMU_ROUND_INLINE float emu_round_to_float(double x, enum emu_rounding mode)
{
    return emu_float_from_bits(emu_round_bits(x, 8, 23, mode));
}

// a + b rounded to odd. Knuth's two-sum gives the exact error of the rounded sum. If it is not
// zero, the sum becomes its odd neighbour. The caller's a and b are far below the overflow
// threshold.
EMU_ROUND_INLINE double emu_add_to_odd(double a, double b)
{
    const double sum = a + b;
    const double b_part = sum - a;
    const double error = (a - (sum - b_part)) + (b - b_part);
    uint64_t bits = emu_double_bits(sum);
    // (NaN and infinity give a NaN error, which compares false)
    if ((bits & 1) == 0 && (error < 0 || error > 0)) {
        if ((error > 0) == (sum > 0))
            bits += 1;
        else
            bits -= 1;
    }
    return emu_double_from_bits(bits);
}

// Converts an integer to a double rounded to odd: 64-bit integers have up to 11 bits too many.
EMU_ROUND_INLINE double emu_odd_from_u64(uint64_t x)
{
    if (x >> 53)
        return (double)(int64_t)((x >> 11) | ((x & 0x7FF) != 0)) * 2048;
    return (double)(int64_t)x;
}

EMU_ROUND_INLINE double emu_odd_from_s64(int64_t x)
{
    return x < 0 ? -emu_odd_from_u64(0 - (uint64_t)x) : emu_odd_from_u64((uint64_t)x);
}

#endif
