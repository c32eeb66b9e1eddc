// SPDX-License-Identifier: MIT
//
// emu/float16/rounded.h: CUDA's floating-point operations and conversions with a rounding mode:
// __fadd_rz, __dsqrt_ru, __float2int_rd ... The results are bitwise equal to the hardware's.
#ifndef EMU_ROUNDED_H
#define EMU_ROUNDED_H

#include <cfenv>
#include <cmath>
#include <math.h>

#include "../../emu.h"
#include "round.h"

// ---- Floating point with a rounding mode --------------------------------------------------------

// a + b for operands that are floats or one product of floats: exact up to the rounding to odd,
// then one rounding to float.
EMU_INLINE float emu_float_sum(double a, double b, enum emu_rounding mode)
{
    // An exact zero from operands of unlike signs is -0 when rounding down.
    if (mode == EMU_RD && a + b == 0 && (std::signbit(a) || std::signbit(b)))
        return -0.0f;
    return emu_round_to_float(emu_add_to_odd(a, b), mode);
}

// Sets the processor's rounding mode; returns the previous one.
EMU_INLINE int emu_turn_rounding(int direction)
{
#if defined(__x86_64__) // only the vector unit: fesetround() also sets the x87's, and is slow
    const unsigned before = __builtin_ia32_stmxcsr(), bits = FE_TOWARDZERO << 3;
    __builtin_ia32_ldmxcsr((before & ~bits) | (unsigned)direction << 3);
    return (int)((before & bits) >> 3);
#else
    const int before = std::fegetround();
    std::fesetround(direction);
    return before;
#endif
}

// The same for double, which has no wider type: uses the processor's own rounding mode. The empty
// asm statements keep the operation between the two changes of the mode.
enum emu_double_op {
    EMU_DOUBLE_ADD,
    EMU_DOUBLE_MUL,
    EMU_DOUBLE_DIV,
    EMU_DOUBLE_SQRT,
    EMU_DOUBLE_FMA
};

EMU_INLINE double emu_double_rounded(enum emu_double_op op, double a, double b, double c,
                                     enum emu_rounding mode)
{
    const int direction = mode == EMU_RZ   ? FE_TOWARDZERO
                          : mode == EMU_RD ? FE_DOWNWARD
                          : mode == EMU_RU ? FE_UPWARD
                                           : FE_TONEAREST;
    double result = 0;
    const int before = emu_turn_rounding(direction);
    __asm__ volatile("" : "+m"(a), "+m"(b), "+m"(c) : : "memory");
    switch (op) {
    case EMU_DOUBLE_ADD: result = a + b; break;
    case EMU_DOUBLE_MUL: result = a * b; break;
    case EMU_DOUBLE_DIV: result = a / b; break;
    case EMU_DOUBLE_SQRT: result = std::sqrt(a); break;
    case EMU_DOUBLE_FMA: result = std::fma(a, b, c); break;
    }
    __asm__ volatile("" : "+m"(result) : : "memory");
    emu_turn_rounding(before);
    return result;
}

// The compiler may fuse a * b + c, as nvcc does, but never an operation with the suffix _rn.
// emu_unfused() hides the value from it.
#if defined(__x86_64__)
#define EMU_FLOAT_REGISTER "+x"
#elif defined(__aarch64__)
#define EMU_FLOAT_REGISTER "+w"
#else
#define EMU_FLOAT_REGISTER "+m"
#endif
EMU_INLINE float emu_unfused(float x)
{
    __asm__("" : EMU_FLOAT_REGISTER(x));
    return x;
}
EMU_INLINE double emu_unfused(double x)
{
    __asm__("" : EMU_FLOAT_REGISTER(x));
    return x;
}

EMU_INLINE float __fadd_rn(float a, float b) { return emu_unfused(a) + emu_unfused(b); }
EMU_INLINE float __fsub_rn(float a, float b) { return emu_unfused(a) - emu_unfused(b); }
EMU_INLINE float __fmul_rn(float a, float b) { return emu_unfused(a * b); }
EMU_INLINE float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
EMU_INLINE float __fmaf_ieee_rn(float a, float b, float c) { return fmaf(a, b, c); }
EMU_INLINE float __fdiv_rn(float a, float b) { return a / b; }
EMU_INLINE float __frcp_rn(float a) { return 1 / a; }
EMU_INLINE float __fsqrt_rn(float a) { return sqrtf(a); }
EMU_INLINE float __frsqrt_rn(float a) { return (float)(1 / std::sqrt((double)a)); }
EMU_INLINE double __dadd_rn(double a, double b) { return emu_unfused(a) + emu_unfused(b); }
EMU_INLINE double __dsub_rn(double a, double b) { return emu_unfused(a) - emu_unfused(b); }
EMU_INLINE double __dmul_rn(double a, double b) { return emu_unfused(a * b); }
EMU_INLINE double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }
EMU_INLINE double __ddiv_rn(double a, double b) { return a / b; }
EMU_INLINE double __drcp_rn(double a) { return 1 / a; }
EMU_INLINE double __dsqrt_rn(double a) { return std::sqrt(a); }

// Exact: twice the 24 bits of a float fit in a double.
EMU_INLINE double emu_product(float a, float b) { return (double)a * (double)b; }

// A quotient or root of floats that is not a float differs from every float by at least 2^-48 of
// its size, so rounding to double first changes nothing.
#define EMU_ROUNDED_ARITHMETIC(suffix, mode) \
    EMU_RETURNS(float, __fadd_##suffix, (float a, float b), \
                emu_float_sum((double)a, (double)b, mode)) \
    EMU_RETURNS(float, __fsub_##suffix, (float a, float b), \
                emu_float_sum((double)a, -(double)b, mode)) \
    EMU_RETURNS(float, __fmul_##suffix, (float a, float b), \
                emu_round_to_float(emu_product(a, b), mode)) \
    EMU_RETURNS(float, __fmaf_##suffix, (float a, float b, float c), \
                emu_float_sum(emu_product(a, b), (double)c, mode)) \
    EMU_RETURNS(float, __fmaf_ieee_##suffix, (float a, float b, float c), \
                __fmaf_##suffix(a, b, c)) \
    EMU_RETURNS(float, __fdiv_##suffix, (float a, float b), \
                emu_round_to_float((double)a / (double)b, mode)) \
    EMU_RETURNS(float, __frcp_##suffix, (float a), emu_round_to_float(1 / (double)a, mode)) \
    EMU_RETURNS(float, __fsqrt_##suffix, (float a), \
                emu_round_to_float(std::sqrt((double)a), mode)) \
    EMU_RETURNS(double, __dadd_##suffix, (double a, double b), \
                emu_double_rounded(EMU_DOUBLE_ADD, a, b, 0, mode)) \
    EMU_RETURNS(double, __dsub_##suffix, (double a, double b), \
                emu_double_rounded(EMU_DOUBLE_ADD, a, -b, 0, mode)) \
    EMU_RETURNS(double, __dmul_##suffix, (double a, double b), \
                emu_double_rounded(EMU_DOUBLE_MUL, a, b, 0, mode)) \
    EMU_RETURNS(double, __fma_##suffix, (double a, double b, double c), \
                emu_double_rounded(EMU_DOUBLE_FMA, a, b, c, mode)) \
    EMU_RETURNS(double, __ddiv_##suffix, (double a, double b), \
                emu_double_rounded(EMU_DOUBLE_DIV, a, b, 0, mode)) \
    EMU_RETURNS(double, __drcp_##suffix, (double a), \
                emu_double_rounded(EMU_DOUBLE_DIV, 1, a, 0, mode)) \
    EMU_RETURNS(double, __dsqrt_##suffix, (double a), \
                emu_double_rounded(EMU_DOUBLE_SQRT, a, 0, 0, mode))

EMU_ROUNDED_ARITHMETIC(rz, EMU_RZ)
EMU_ROUNDED_ARITHMETIC(rd, EMU_RD)
EMU_ROUNDED_ARITHMETIC(ru, EMU_RU)
#undef EMU_ROUNDED_ARITHMETIC

// ---- Conversions with a rounding mode -----------------------------------------------------------

EMU_INLINE double emu_to_integer(double x, enum emu_rounding mode)
{
    switch (mode) {
    case EMU_RZ: return std::trunc(x);
    case EMU_RD: return std::floor(x);
    case EMU_RU: return std::ceil(x);
    default: return std::nearbyint(x);
    }
}

// Out-of-range values become the nearest representable integer. A NaN becomes 0, except that from
// double, or to 64 bits, it becomes the integer with only the top bit set (PTX ISA, cvt).
EMU_INLINE int emu_double_to_s32(double x, enum emu_rounding mode, int nan)
{
    if (x != x)
        return nan;
    x = emu_to_integer(x, mode);
    return x <= -2147483648.0 ? (-2147483647 - 1) : x >= 2147483647.0 ? 2147483647 : (int)x;
}
EMU_INLINE unsigned emu_double_to_u32(double x, enum emu_rounding mode, unsigned nan)
{
    if (x != x)
        return nan;
    x = emu_to_integer(x, mode);
    return x <= 0 ? 0 : x >= 4294967295.0 ? 4294967295u : (unsigned)x;
}
EMU_INLINE long long emu_double_to_s64(double x, enum emu_rounding mode)
{
    x = emu_to_integer(x, mode);
    if (!(x > -9223372036854775808.0)) // a NaN too
        return -9223372036854775807LL - 1;
    return x >= 9223372036854775808.0 ? 9223372036854775807LL : (long long)x;
}
EMU_INLINE unsigned long long emu_double_to_u64(double x, enum emu_rounding mode)
{
    if (x != x)
        return 0x8000000000000000ULL;
    x = emu_to_integer(x, mode);
    return x <= 0 ? 0 : x >= 18446744073709551616.0 ? ~0ULL : (unsigned long long)x;
}

// Converts a 64-bit integer to double: its two halves are exact, and only their sum is rounded.
EMU_INLINE double emu_s64_to_double(long long x, enum emu_rounding mode)
{
    const double hi = (double)(int)(x >> 32) * 4294967296.0, lo = (double)(unsigned)x;
    return x == 0 ? 0 : emu_double_rounded(EMU_DOUBLE_ADD, hi, lo, 0, mode);
}
EMU_INLINE double emu_u64_to_double(unsigned long long x, enum emu_rounding mode)
{
    const double hi = (double)(unsigned)(x >> 32) * 4294967296.0, lo = (double)(unsigned)x;
    return x == 0 ? 0 : emu_double_rounded(EMU_DOUBLE_ADD, hi, lo, 0, mode);
}

#define EMU_ROUNDED_CONVERSIONS(suffix, mode) \
    EMU_RETURNS(int, __float2int_##suffix, (float x), emu_double_to_s32((double)x, mode, 0)) \
    EMU_RETURNS(unsigned, __float2uint_##suffix, (float x), emu_double_to_u32((double)x, mode, 0)) \
    EMU_RETURNS(long long, __float2ll_##suffix, (float x), emu_double_to_s64((double)x, mode)) \
    EMU_RETURNS(unsigned long long, __float2ull_##suffix, (float x), \
                emu_double_to_u64((double)x, mode)) \
    EMU_RETURNS(int, __double2int_##suffix, (double x), \
                emu_double_to_s32(x, mode, (-2147483647 - 1))) \
    EMU_RETURNS(unsigned, __double2uint_##suffix, (double x), \
                emu_double_to_u32(x, mode, 0x80000000u)) \
    EMU_RETURNS(long long, __double2ll_##suffix, (double x), emu_double_to_s64(x, mode)) \
    EMU_RETURNS(unsigned long long, __double2ull_##suffix, (double x), emu_double_to_u64(x, mode)) \
    EMU_RETURNS(float, __int2float_##suffix, (int x), emu_round_to_float((double)x, mode)) \
    EMU_RETURNS(float, __uint2float_##suffix, (unsigned x), emu_round_to_float((double)x, mode)) \
    EMU_RETURNS(float, __ll2float_##suffix, (long long x), \
                emu_round_to_float(emu_odd_from_s64(x), mode)) \
    EMU_RETURNS(float, __ull2float_##suffix, (unsigned long long x), \
                emu_round_to_float(emu_odd_from_u64(x), mode)) \
    EMU_RETURNS(float, __double2float_##suffix, (double x), emu_round_to_float(x, mode)) \
    EMU_RETURNS(double, __ll2double_##suffix, (long long x), emu_s64_to_double(x, mode)) \
    EMU_RETURNS(double, __ull2double_##suffix, (unsigned long long x), emu_u64_to_double(x, mode))

EMU_ROUNDED_CONVERSIONS(rn, EMU_RN)
EMU_ROUNDED_CONVERSIONS(rz, EMU_RZ)
EMU_ROUNDED_CONVERSIONS(rd, EMU_RD)
EMU_ROUNDED_CONVERSIONS(ru, EMU_RU)
#undef EMU_ROUNDED_CONVERSIONS

EMU_INLINE double __int2double_rn(int x) { return (double)x; }
EMU_INLINE double __uint2double_rn(unsigned x) { return (double)x; }

#endif
