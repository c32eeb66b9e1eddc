// SPDX-License-Identifier: MIT
//
// number.h: decodes and encodes the floating-point numbers of tensor cores.
#ifndef TENSOR_NUMBER_H
#define TENSOR_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/device/matrix.h"

// LEAST: the lower limit of E, the exponent at which sums are truncated.
enum { NO_EXPONENT = -10000, LEAST = -133 };

struct format {
    int exponent, fraction, unused; // bits
    bool finite;                    // no Inf, and one NaN: all bits set
};

static inline struct format format_of(enum emu_number type)
{
    switch (type) {
    case EMU_F16: return (struct format){5, 10, 0, false};
    case EMU_BF16: return (struct format){8, 7, 0, false};
    case EMU_TF32: return (struct format){8, 10, 13, false};
    case EMU_E4M3: return (struct format){4, 3, 0, true};
    case EMU_E5M2: return (struct format){5, 2, 0, false};
    default: return (struct format){8, 23, 0, false};
    }
}

enum special { FINITE = 0, PLUS_INF = 1, MINUS_INF = 2, NOT_A_NUMBER = 4, ZERO = 8 };

// significand * 2^(exponent - fraction bits)
struct number {
    int32_t significand;
    int exponent; // NO_EXPONENT: zero
    enum special special;
};

static inline struct number decode(struct format f, uint32_t bits)
{
    bits >>= f.unused;
    const int bias = (1 << (f.exponent - 1)) - 1;
    const bool negative = bits >> (f.exponent + f.fraction) & 1;
    const int biased = (int)(bits >> f.fraction & ((1u << f.exponent) - 1));
    const uint32_t fraction = bits & ((1u << f.fraction) - 1);
    if (biased == 2 * bias + 1 && (!f.finite || fraction == (1u << f.fraction) - 1))
        return (struct number){0, NO_EXPONENT,
                               fraction   ? NOT_A_NUMBER
                               : negative ? MINUS_INF
                                          : PLUS_INF};
    const int32_t size = (int32_t)(biased ? fraction | 1u << f.fraction : fraction);
    if (size == 0)
        return (struct number){0, NO_EXPONENT, ZERO};
    return (struct number){negative ? -size : size, biased ? biased - bias : 1 - bias, FINITE};
}

// Encodes sum * 2^(exponent - kept_bits), which is not zero, as f32, truncated.
static inline uint32_t encode_f32(int64_t sum, int exponent, int kept_bits)
{
    const uint32_t sign = sum < 0 ? 0x80000000u : 0;
    const uint64_t size = sum < 0 ? -(uint64_t)sum : (uint64_t)sum;
    const int leading = 63 - __builtin_clzll(size), e = exponent - kept_bits + leading;
    if (e > 127)
        return sign | 0x7F800000u;
    // 24 bits from the leading one on; those of a subnormal end at 2^-149
    const int drop = e < -126 ? -149 - (exponent - kept_bits) : leading - 23;
    const uint64_t kept = drop >= 64 ? 0 : drop >= 0 ? size >> drop : size << -drop;
    if (e < -126)
        return kept ? sign | (uint32_t)kept : 0;
    return sign | (uint32_t)(e + 127) << 23 | ((uint32_t)kept & 0x7FFFFFu);
}

// Encodes sum * 2^(exponent - kept_bits), which is not zero, as f16: to nearest, ties to even.
static inline uint32_t encode_f16(int64_t sum, int exponent, int kept_bits)
{
    const uint32_t sign = sum < 0 ? 0x8000u : 0;
    const uint64_t size = sum < 0 ? -(uint64_t)sum : (uint64_t)sum;
    const int leading = 63 - __builtin_clzll(size), e = exponent - kept_bits + leading;
    if (e > 15)
        return sign | 0x7C00u;
    const int drop = e < -14 ? -24 - (exponent - kept_bits) : leading - 10;
    uint64_t kept = drop >= 64 ? 0 : drop > 0 ? size >> drop : size << -drop;
    if (drop > 0 && drop < 64) {
        const uint64_t rest = size - (kept << drop), half = (uint64_t)1 << (drop - 1);
        kept += rest > half || (rest == half && (kept & 1));
    }
    // a carry out of the fraction increments the exponent, and finally gives Inf
    const uint32_t bits = e < -14 ? (uint32_t)kept : ((uint32_t)(e + 14) << 10) + (uint32_t)kept;
    return bits ? sign | bits : 0;
}

// size * 2^-distance, truncated towards zero; distance >= 0.
static inline int64_t cut(int64_t size, int distance)
{
    distance = distance < 63 ? distance : 63;
    return size < 0 ? -(-size >> distance) : size >> distance;
}

#endif
