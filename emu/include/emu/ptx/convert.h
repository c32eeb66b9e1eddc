// SPDX-License-Identifier: MIT
//
// emu/ptx/convert.h: PTX's cvt between all types.
//
// Every number is first converted to double, exactly or rounded to odd (emu/float16/round.h), so
// that only the last rounding has an effect.
#ifndef EMU_PTX_CONVERT_H
#define EMU_PTX_CONVERT_H

#include "bits.h"
#include "../float16/rounded.h"
#include "../float8/float8.h"

EMU_INLINE double emu_ptx_wide(float x) { return (double)x; }
EMU_INLINE double emu_ptx_wide(double x) { return x; }
EMU_INLINE double emu_ptx_wide(emu_ptx_f16 x) { return (double)emu_half_to_float(x.bits); }
EMU_INLINE double emu_ptx_wide(emu_ptx_bf16 x) { return (double)emu_bfloat16_to_float(x.bits); }
EMU_INLINE double emu_ptx_wide(int64_t x) { return emu_odd_from_s64(x); }
EMU_INLINE double emu_ptx_wide(uint64_t x) { return emu_odd_from_u64(x); }
template <class T> EMU_INLINE double emu_ptx_wide(T x) { return (double)x; }

EMU_INLINE void emu_ptx_narrow(float &to, double x, enum emu_rounding mode)
{
    to = emu_round_to_float(x, mode);
}
EMU_INLINE void emu_ptx_narrow(double &to, double x, enum emu_rounding) { to = x; }
EMU_INLINE void emu_ptx_narrow(emu_ptx_f16 &to, double x, enum emu_rounding mode)
{
    to.bits = emu_half_from_double_rounded(x, mode);
}
EMU_INLINE void emu_ptx_narrow(emu_ptx_bf16 &to, double x, enum emu_rounding mode)
{
    to.bits = emu_bfloat16_from_double_rounded(x, mode);
}

// A type that depends on whether T is an integer.
template <bool> struct emu_ptx_integer {
};
template <class T> EMU_INLINE emu_ptx_integer<true> emu_ptx_is_integer(T *) { return {}; }
EMU_INLINE emu_ptx_integer<false> emu_ptx_is_integer(float *) { return {}; }
EMU_INLINE emu_ptx_integer<false> emu_ptx_is_integer(double *) { return {}; }
EMU_INLINE emu_ptx_integer<false> emu_ptx_is_integer(emu_ptx_f16 *) { return {}; }
EMU_INLINE emu_ptx_integer<false> emu_ptx_is_integer(emu_ptx_bf16 *) { return {}; }

// "rz" and "rzi" -> EMU_RZ; without a suffix to nearest.
EMU_INLINE enum emu_rounding emu_ptx_rounding(const char *word)
{
    if (word[0] == '\0')
        return EMU_RN;
    return word[1] == 'z' ? EMU_RZ : word[1] == 'm' ? EMU_RD : word[1] == 'p' ? EMU_RU : EMU_RN;
}

// Conversion to an integer: a number out of range becomes the nearest limit; NaN becomes 0.
template <class To> EMU_INLINE To emu_ptx_clamped(double x, enum emu_rounding mode)
{
    const bool is_signed = (To)-1 < 0;
    const int bits = 8 * sizeof(To) - is_signed;
    if (x != x)
        return 0;
    x = emu_to_integer(x, mode);
    const double end = bits == 64 ? 18446744073709551616.0 : (double)((uint64_t)1 << bits);
    const To most = (To)(~(uint64_t)0 >> (64 - bits));
    if (x >= end)
        return most;
    if (x < (is_signed ? -end : 0.0))
        return is_signed ? (To)(-most - 1) : (To)0;
    return (To)x;
}

// From integer to integer; .sat clamps to the limits.
template <class To, class From>
EMU_INLINE To emu_ptx_convert(From x, const char *, bool saturates, emu_ptx_integer<true>,
                              emu_ptx_integer<true>)
{
    const bool is_signed = (To)-1 < 0;
    const int bits = 8 * sizeof(To) - is_signed;
    const emu_int128 most = ((emu_int128)1 << bits) - 1, least = is_signed ? -most - 1 : 0;
    if (saturates && (emu_int128)x > most)
        return (To)most;
    if (saturates && (emu_int128)x < least)
        return (To)least;
    return (To)x;
}
// To an integer.
template <class To, class From>
EMU_INLINE To emu_ptx_convert(From x, const char *word, bool, emu_ptx_integer<true>,
                              emu_ptx_integer<false>)
{
    const double wide = emu_ptx_wide(x);
    if (wide != wide && sizeof(To) == 8) // a NaN
        return (To)((uint64_t)1 << 63);
    return emu_ptx_clamped<To>(wide, emu_ptx_rounding(word));
}
// To a floating-point number.
template <class To, class From, bool from_integer>
EMU_INLINE To emu_ptx_convert(From x, const char *word, bool saturates, emu_ptx_integer<false>,
                              emu_ptx_integer<from_integer>)
{
    double wide = emu_ptx_wide(x);
    if (word[0] != '\0' && word[2] == 'i')
        wide = emu_to_integer(wide, emu_ptx_rounding(word));
    if (saturates)
        wide = wide > 0 ? wide < 1 ? wide : 1 : 0;
    To result;
    emu_ptx_narrow(result, wide, emu_ptx_rounding(word));
    return result;
}
template <class To, class From> EMU_INLINE To emu_ptx_cvt(From x, const char *word, bool saturates)
{
    return emu_ptx_convert<To>(x, word, saturates, emu_ptx_is_integer((To *)nullptr),
                               emu_ptx_is_integer((From *)nullptr));
}
// cvt.f64.s64 rounds to double, because there is no wider type.
EMU_INLINE double emu_ptx_cvt_f64(int64_t x, const char *word)
{
    return emu_s64_to_double(x, emu_ptx_rounding(word));
}
EMU_INLINE double emu_ptx_cvt_f64(uint64_t x, const char *word)
{
    return emu_u64_to_double(x, emu_ptx_rounding(word));
}

// Two floats in one register, the first operand in the upper half.
template <class T, class Two>
EMU_INLINE Two emu_ptx_both(uint32_t high, uint32_t low, const char *mode)
{
    T upper, lower;
    emu_ptx_narrow(upper, (double)emu_float_from_bits(high), emu_ptx_rounding(mode));
    emu_ptx_narrow(lower, (double)emu_float_from_bits(low), emu_ptx_rounding(mode));
    return Two{(uint32_t)upper.bits << 16 | lower.bits};
}
EMU_INLINE emu_ptx_f16x2 emu_ptx_two_f16x2(uint32_t high, uint32_t low, const char *mode)
{
    return emu_ptx_both<emu_ptx_f16, emu_ptx_f16x2>(high, low, mode);
}
EMU_INLINE emu_ptx_bf16x2 emu_ptx_two_bf16x2(uint32_t high, uint32_t low, const char *mode)
{
    return emu_ptx_both<emu_ptx_bf16, emu_ptx_bf16x2>(high, low, mode);
}

// Two numbers of 8 bits in 16; relu: what is negative becomes 0.
static const __nv_fp8_interpretation_t emu_ptx_type_e4m3x2 = __NV_E4M3,
                                       emu_ptx_type_e5m2x2 = __NV_E5M2;
EMU_INLINE uint16_t emu_ptx_float8(uint32_t high, uint32_t low, bool relu,
                                   __nv_fp8_interpretation_t type)
{
    const float x = emu_float_from_bits(high), y = emu_float_from_bits(low);
    const unsigned upper = emu_float8_from_double(relu && x < 0 ? 0 : x, __NV_SATFINITE, type);
    const unsigned lower = emu_float8_from_double(relu && y < 0 ? 0 : y, __NV_SATFINITE, type);
    return (uint16_t)(upper << 8 | lower);
}
EMU_INLINE uint16_t emu_ptx_float8_of_halves(uint32_t both, bool relu,
                                             __nv_fp8_interpretation_t type)
{
    return emu_ptx_float8(emu_float_bits(emu_half_to_float((uint16_t)(both >> 16))),
                          emu_float_bits(emu_half_to_float((uint16_t)both)), relu, type);
}
EMU_INLINE uint32_t emu_ptx_halves_of_float8(uint32_t both, bool relu,
                                             __nv_fp8_interpretation_t type)
{
    const float x = emu_float8_to_float((uint8_t)(both >> 8), type);
    const float y = emu_float8_to_float((uint8_t)both, type);
    return (uint32_t)emu_half_from_float(relu && x < 0 ? 0 : x) << 16 |
           emu_half_from_float(relu && y < 0 ? 0 : y);
}

// tf32 is a float whose lowest 13 bits are ignored; rna rounds ties away from zero, rn to even.
EMU_INLINE uint32_t emu_ptx_tf32_rna(uint32_t x)
{
    return (x & 0x7F800000) == 0x7F800000 ? x : (x + 0x1000) & ~0x1FFFu;
}
EMU_INLINE uint32_t emu_ptx_tf32_(uint32_t x) { return x; }
EMU_INLINE uint32_t emu_ptx_tf32_relu(uint32_t x)
{
    return (x & 0x7FFFFFFF) > 0x7F800000 ? 0x7FFFFFFF : x >> 31 ? 0 : x;
}
EMU_INLINE uint32_t emu_ptx_tf32_rn(uint32_t x)
{
    return (x & 0x7F800000) == 0x7F800000 ? x : (x + 0xFFF + (x >> 13 & 1)) & ~0x1FFFu;
}

#endif
