// SPDX-License-Identifier: MIT
//
// emu/ptx/float.h: PTX's arithmetic of f32 and f64, and comparisons. The approximate instructions
// return the accurate result here.
#ifndef EMU_PTX_FLOAT_H
#define EMU_PTX_FLOAT_H

#include "../device/intrinsics.h"
#include "bits.h"
#include "../float16/rounded.h"

// .ftz turns subnormal numbers into zeros of the same sign; .sat clamps to [0, 1].
template <class T> EMU_INLINE T emu_ptx_ftz_(T x) { return x; }
EMU_INLINE float emu_ptx_ftz_ftz(float x)
{
    return fabsf(x) < 1.17549435e-38f ? copysignf(0.0f, x) : x;
}
EMU_INLINE double emu_ptx_ftz_ftz(double x) { return x; }
template <class T> EMU_INLINE T emu_ptx_sat_(T x) { return x; }
template <class T> EMU_INLINE T emu_ptx_sat_sat(T x) { return x > 0 ? x < 1 ? x : (T)1 : (T)0; }

// The rounding modes: PTX's rm and rp are the functions' rd and ru.
#define EMU_PTX_ROUNDED(name, suffix) \
    EMU_INLINE float emu_ptx_add_##name(float a, float b) { return __fadd_##suffix(a, b); } \
    EMU_INLINE float emu_ptx_sub_##name(float a, float b) { return __fsub_##suffix(a, b); } \
    EMU_INLINE float emu_ptx_mul_##name(float a, float b) { return __fmul_##suffix(a, b); } \
    EMU_INLINE float emu_ptx_div_##name(float a, float b) { return __fdiv_##suffix(a, b); } \
    EMU_INLINE float emu_ptx_rcp_##name(float a) { return __frcp_##suffix(a); } \
    EMU_INLINE float emu_ptx_sqrt_##name(float a) { return __fsqrt_##suffix(a); } \
    EMU_INLINE float emu_ptx_fma_##name(float a, float b, float c) \
    { \
        return __fmaf_##suffix(a, b, c); \
    } \
    EMU_INLINE double emu_ptx_add_##name(double a, double b) { return __dadd_##suffix(a, b); } \
    EMU_INLINE double emu_ptx_sub_##name(double a, double b) { return __dsub_##suffix(a, b); } \
    EMU_INLINE double emu_ptx_mul_##name(double a, double b) { return __dmul_##suffix(a, b); } \
    EMU_INLINE double emu_ptx_div_##name(double a, double b) { return __ddiv_##suffix(a, b); } \
    EMU_INLINE double emu_ptx_rcp_##name(double a) { return __drcp_##suffix(a); } \
    EMU_INLINE double emu_ptx_sqrt_##name(double a) { return __dsqrt_##suffix(a); } \
    EMU_INLINE double emu_ptx_fma_##name(double a, double b, double c) \
    { \
        return __fma_##suffix(a, b, c); \
    }
EMU_PTX_ROUNDED(, rn)
EMU_PTX_ROUNDED(rn, rn)
EMU_PTX_ROUNDED(rz, rz)
EMU_PTX_ROUNDED(rm, rd)
EMU_PTX_ROUNDED(rp, ru)
EMU_PTX_ROUNDED(approx, rn)
EMU_PTX_ROUNDED(full, rn)
#undef EMU_PTX_ROUNDED

template <class T> EMU_INLINE T emu_ptx_rsqrt(T x) { return (T)(1 / std::sqrt((double)x)); }
template <class T> EMU_INLINE T emu_ptx_sin(T x) { return std::sin(x); }
template <class T> EMU_INLINE T emu_ptx_cos(T x) { return std::cos(x); }
template <class T> EMU_INLINE T emu_ptx_lg2(T x) { return std::log2(x); }
template <class T> EMU_INLINE T emu_ptx_ex2(T x) { return std::exp2(x); }
template <class T> EMU_INLINE T emu_ptx_tanh(T x) { return std::tanh(x); }
EMU_INLINE float emu_ptx_abs(float x) { return fabsf(x); }
EMU_INLINE double emu_ptx_abs(double x) { return fabs(x); }
template <class T> EMU_INLINE T emu_ptx_neg(T x) { return -x; }
template <class T> EMU_INLINE T emu_ptx_copysign(T size, T sign)
{
    return std::copysign(size, sign);
}

EMU_INLINE bool emu_ptx_negative(float x) { return emu_float_bits(x) >> 31; }
EMU_INLINE bool emu_ptx_negative(double x) { return emu_double_bits(x) >> 63; }
// min and max ignore a NaN operand; with .NaN they return NaN. -0 is less than 0.
template <class T> EMU_INLINE bool emu_ptx_before(T a, T b)
{
    return a < b || (a == b && emu_ptx_negative(a) && !emu_ptx_negative(b));
}
template <class T> EMU_INLINE T emu_ptx_min(T a, T b) { return b < a ? b : a; }
template <class T> EMU_INLINE T emu_ptx_max(T a, T b) { return a < b ? b : a; }
#define EMU_PTX_EXTREMES(T, nan) \
    EMU_INLINE T emu_ptx_min_(T a, T b) \
    { \
        return a != a ? (b != b ? nan : b) : b != b ? a : emu_ptx_before(b, a) ? b : a; \
    } \
    EMU_INLINE T emu_ptx_max_(T a, T b) \
    { \
        return a != a ? (b != b ? nan : b) : b != b ? a : emu_ptx_before(a, b) ? b : a; \
    } \
    EMU_INLINE T emu_ptx_min_NaN(T a, T b) { return a != a || b != b ? nan : emu_ptx_min_(a, b); } \
    EMU_INLINE T emu_ptx_max_NaN(T a, T b) { return a != a || b != b ? nan : emu_ptx_max_(a, b); }
EMU_PTX_EXTREMES(float, emu_float_from_bits(0x7FFFFFFF))
EMU_PTX_EXTREMES(double, emu_double_from_bits(0x7FFFFFFFFFFFFFFF))
#undef EMU_PTX_EXTREMES

// ---- Comparisons --------------------------------------------------------------------------------

// For 16-bit floating-point numbers the values are compared, not the bits.
template <class T> EMU_INLINE T emu_ptx_number(T x) { return x; }
EMU_INLINE float emu_ptx_number(emu_ptx_f16 x) { return emu_half_to_float(x.bits); }
EMU_INLINE float emu_ptx_number(emu_ptx_bf16 x) { return emu_bfloat16_to_float(x.bits); }

// With a NaN operand all are false except nan and those that end with u, which are true. lo, ls, hi
// and hs compare unsigned integers.
#define EMU_PTX_COMPARISON(name, expression) \
    template <class T> EMU_INLINE bool emu_ptx_cmp_##name(T left, T right) \
    { \
        const auto a = emu_ptx_number(left), b = emu_ptx_number(right); \
        return expression; \
    }
EMU_PTX_COMPARISON(eq, a == b)
EMU_PTX_COMPARISON(ne, a<b || a> b)
EMU_PTX_COMPARISON(lt, a < b)
EMU_PTX_COMPARISON(le, a <= b)
EMU_PTX_COMPARISON(gt, a > b)
EMU_PTX_COMPARISON(ge, a >= b)
EMU_PTX_COMPARISON(lo, a < b)
EMU_PTX_COMPARISON(ls, a <= b)
EMU_PTX_COMPARISON(hi, a > b)
EMU_PTX_COMPARISON(hs, a >= b)
EMU_PTX_COMPARISON(equ, !(a < b || a > b))
EMU_PTX_COMPARISON(neu, !(a == b))
EMU_PTX_COMPARISON(ltu, !(a >= b))
EMU_PTX_COMPARISON(leu, !(a > b))
EMU_PTX_COMPARISON(gtu, !(a <= b))
EMU_PTX_COMPARISON(geu, !(a < b))
EMU_PTX_COMPARISON(num, a == a && b == b)
EMU_PTX_COMPARISON(nan, a != a || b != b)
#undef EMU_PTX_COMPARISON

EMU_INLINE bool emu_ptx_join_and(bool a, bool b) { return a && b; }
EMU_INLINE bool emu_ptx_join_or(bool a, bool b) { return a || b; }
EMU_INLINE bool emu_ptx_join_xor(bool a, bool b) { return a != b; }

template <class T> EMU_INLINE bool emu_ptx_testp_finite(T x) { return std::isfinite(x); }
template <class T> EMU_INLINE bool emu_ptx_testp_infinite(T x) { return std::isinf(x); }
template <class T> EMU_INLINE bool emu_ptx_testp_number(T x) { return !std::isnan(x); }
template <class T> EMU_INLINE bool emu_ptx_testp_notanumber(T x) { return std::isnan(x); }
template <class T> EMU_INLINE bool emu_ptx_testp_normal(T x) { return std::isnormal(x); }
template <class T> EMU_INLINE bool emu_ptx_testp_subnormal(T x)
{
    return std::fpclassify(x) == FP_SUBNORMAL;
}

#endif
