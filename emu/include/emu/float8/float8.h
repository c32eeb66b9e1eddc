// SPDX-License-Identifier: MIT
//
// emu/float8/float8.h: floating-point numbers of 8 bits, on their bits, in C.
//
//            sign  exponent  fraction   largest   smallest normal   smallest
//     e4m3     1       4        3         448         2^-6            2^-9      no infinity
//     e5m2     1       5        2       57344         2^-14           2^-16
//
// Conversions round once, to nearest even. Every NaN result is 0x7F.
#ifndef EMU_FLOAT8_H
#define EMU_FLOAT8_H

#include "../float16/float16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

// Numbers beyond the largest become the largest if `saturate`, else an infinity (e4m3: NaN).
EMU_ROUND_INLINE uint8_t emu_float8_from_double(double x, __nv_saturation_t saturate,
                                                __nv_fp8_interpretation_t type)
{
    const int is_e4m3 = type == __NV_E4M3, fraction = is_e4m3 ? 3 : 2, least = is_e4m3 ? -6 : -14;
    const double size = fabs(x);
    const unsigned sign = signbit(x) ? 0x80 : 0;
    if (x != x)
        return 0x7F;
    // Halfway between the largest and what would be the next: e4m3's largest is even.
    if (is_e4m3 ? size > 464 : size >= 61440)
        return (uint8_t)(sign | (saturate == __NV_SATFINITE ? (is_e4m3 ? 0x7Eu : 0x7Bu)
                                                            : (is_e4m3 ? 0x7Fu : 0x7Cu)));
    int exponent = size > 0 ? ilogb(size) : least;
    exponent = exponent > least ? exponent : least;
    const double steps = ldexp(size, fraction - exponent); // exact; 2^(fraction + 1) at most
    unsigned whole = (unsigned)steps;
    const double rest = steps - whole;
    whole += rest > 0.5 || (rest == 0.5 && (whole & 1));
    // A carry out of the fraction increments the exponent.
    return (uint8_t)(sign | (((unsigned)(exponent - least) << fraction) + whole));
}

EMU_ROUND_INLINE float emu_float8_to_float(uint8_t bits, __nv_fp8_interpretation_t type)
{
    if (type == __NV_E5M2)
        return emu_half_to_float((uint16_t)(bits << 8));
    const int exponent = bits >> 3 & 15, fraction = bits & 7;
    if ((bits & 0x7F) == 0x7F)
        return emu_float_from_bits(0x7FFFFFFF);
    const float size =
        exponent ? ldexpf((float)(8 + fraction), exponent - 10) : ldexpf((float)fraction, -9);
    return bits & 0x80 ? -size : size;
}

#endif
