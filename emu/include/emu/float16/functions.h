// SPDX-License-Identifier: MIT
//
// emu/float16/functions.h: the functions of one 16-bit floating-point type and of its pair type:
// arithmetic, comparisons, operators, mathematics, and functions for kernels only. The second half
// of emu/float16/family.h, which includes it once for each type and explains the macros.

// ---- Arithmetic ---------------------------------------------------------------------------------

// Clamps to [0, 1] and turns NaN into 0. The bits of positive numbers have the order of the
// numbers.
EMU_INLINE uint16_t EMU_CORE(saturated)(uint16_t a)
{
    return a > EMU_INFINITY ? 0 : a > EMU_ONE ? EMU_ONE : a;
}
// Turns negative numbers into 0 and keeps NaN.
EMU_INLINE uint16_t EMU_CORE(relu)(uint16_t a)
{
    return (a & 0x7FFF) > EMU_INFINITY ? EMU_FLOAT16_NAN : a & 0x8000 ? 0 : a;
}
// Maps bits to integers in the order of the numbers, with -0 below +0.
EMU_INLINE int EMU_CORE(order)(uint16_t a) { return a & 0x8000 ? -1 - (a & 0x7FFF) : a; }

EMU_INLINE bool __hisnan(EMU_T a) { return (emu_bits16(a) & 0x7FFF) > EMU_INFINITY; }
EMU_INLINE int __hisinf(EMU_T a)
{
    const uint16_t bits = emu_bits16(a);
    return (bits & 0x7FFF) != EMU_INFINITY ? 0 : bits & 0x8000 ? -1 : 1;
}

EMU_INLINE EMU_T __hneg(EMU_T a)
{
    return EMU_CORE(of)(__hisnan(a) ? EMU_FLOAT16_NAN : emu_bits16(a) ^ 0x8000);
}
EMU_INLINE EMU_T __habs(EMU_T a)
{
    return EMU_CORE(of)(__hisnan(a) ? EMU_FLOAT16_NAN : emu_bits16(a) & 0x7FFF);
}
EMU_INLINE EMU_T __hfma(EMU_T a, EMU_T b, EMU_T c)
{
    return EMU_CORE(of)(EMU_CORE(fma)(emu_bits16(a), emu_bits16(b), emu_bits16(c)));
}
EMU_INLINE EMU_T __hfma_sat(EMU_T a, EMU_T b, EMU_T c)
{
    return EMU_CORE(of)(EMU_CORE(saturated)(emu_bits16(__hfma(a, b, c))));
}
EMU_INLINE EMU_T __hfma_relu(EMU_T a, EMU_T b, EMU_T c)
{
    return EMU_CORE(of)(EMU_CORE(relu)(emu_bits16(__hfma(a, b, c))));
}

// The plain form, the form that nvcc does not fuse into an fma, and the saturating form.
#define EMU_ARITHMETIC(name, op) \
    EMU_INLINE EMU_T name(EMU_T a, EMU_T b) \
    { \
        return EMU_CORE(of)(EMU_CORE(op)(emu_bits16(a), emu_bits16(b))); \
    } \
    EMU_INLINE EMU_T name##_rn(EMU_T a, EMU_T b) { return name(a, b); } \
    EMU_INLINE EMU_T name##_sat(EMU_T a, EMU_T b) \
    { \
        return EMU_CORE(of)(EMU_CORE(saturated)(emu_bits16(name(a, b)))); \
    }
EMU_ARITHMETIC(__hadd, add)
EMU_ARITHMETIC(__hsub, sub)
EMU_ARITHMETIC(__hmul, mul)
#undef EMU_ARITHMETIC

EMU_INLINE EMU_T __hdiv(EMU_T a, EMU_T b)
{
    return EMU_CORE(of)(EMU_CORE(div)(emu_bits16(a), emu_bits16(b)));
}

// If one operand is NaN, returns the other one; the _nan forms return NaN.
EMU_INLINE EMU_T __hmax(EMU_T a, EMU_T b)
{
    if (__hisnan(a) || __hisnan(b))
        return !__hisnan(a) ? a : !__hisnan(b) ? b : EMU_CORE(of)(EMU_FLOAT16_NAN);
    return EMU_CORE(order)(emu_bits16(a)) > EMU_CORE(order)(emu_bits16(b)) ? a : b;
}
EMU_INLINE EMU_T __hmin(EMU_T a, EMU_T b)
{
    if (__hisnan(a) || __hisnan(b))
        return !__hisnan(a) ? a : !__hisnan(b) ? b : EMU_CORE(of)(EMU_FLOAT16_NAN);
    return EMU_CORE(order)(emu_bits16(a)) < EMU_CORE(order)(emu_bits16(b)) ? a : b;
}
EMU_INLINE EMU_T __hmax_nan(EMU_T a, EMU_T b)
{
    return __hisnan(a) || __hisnan(b) ? EMU_CORE(of)(EMU_FLOAT16_NAN) : __hmax(a, b);
}
EMU_INLINE EMU_T __hmin_nan(EMU_T a, EMU_T b)
{
    return __hisnan(a) || __hisnan(b) ? EMU_CORE(of)(EMU_FLOAT16_NAN) : __hmin(a, b);
}

// The pair form of a function applies it to both halves.
#define EMU_PAIR_1(name2, name) \
    EMU_INLINE EMU_T2 name2(EMU_T2 a) { return EMU_T2(name(a.x), name(a.y)); }
#define EMU_PAIR_2(name2, name) \
    EMU_INLINE EMU_T2 name2(EMU_T2 a, EMU_T2 b) { return EMU_T2(name(a.x, b.x), name(a.y, b.y)); }
#define EMU_PAIR_3(name2, name) \
    EMU_INLINE EMU_T2 name2(EMU_T2 a, EMU_T2 b, EMU_T2 c) \
    { \
        return EMU_T2(name(a.x, b.x, c.x), name(a.y, b.y, c.y)); \
    }
EMU_PAIR_1(__hneg2, __hneg)
EMU_PAIR_1(__habs2, __habs)
EMU_PAIR_2(__hadd2, __hadd)
EMU_PAIR_2(__hadd2_rn, __hadd)
EMU_PAIR_2(__hadd2_sat, __hadd_sat)
EMU_PAIR_2(__hsub2, __hsub)
EMU_PAIR_2(__hsub2_rn, __hsub)
EMU_PAIR_2(__hsub2_sat, __hsub_sat)
EMU_PAIR_2(__hmul2, __hmul)
EMU_PAIR_2(__hmul2_rn, __hmul)
EMU_PAIR_2(__hmul2_sat, __hmul_sat)
EMU_PAIR_2(__h2div, __hdiv)
EMU_PAIR_2(__hmax2, __hmax)
EMU_PAIR_2(__hmin2, __hmin)
EMU_PAIR_2(__hmax2_nan, __hmax_nan)
EMU_PAIR_2(__hmin2_nan, __hmin_nan)
EMU_PAIR_3(__hfma2, __hfma)
EMU_PAIR_3(__hfma2_sat, __hfma_sat)
EMU_PAIR_3(__hfma2_relu, __hfma_relu)

// a * b + c of complex numbers (x real, y imaginary), each part in two fused operations.
EMU_INLINE EMU_T2 __hcmadd(EMU_T2 a, EMU_T2 b, EMU_T2 c)
{
    return EMU_T2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
                  __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

// ---- Comparisons --------------------------------------------------------------------------------

// If an operand is NaN, the plain forms are false and the u ("unordered") forms true. Of the pair
// forms, 2 returns 1.0 or 0.0 in each half, 2_mask ones or zeros, and b2 whether both halves are
// true.
#define EMU_COMPARISON(name, expression) \
    EMU_INLINE bool __h##name(EMU_T a, EMU_T b) \
    { \
        const float x = (float)a, y = (float)b; \
        return expression; \
    } \
    EMU_INLINE EMU_T2 __h##name##2(EMU_T2 a, EMU_T2 b) \
    { \
        return EMU_CORE(pair)((uint32_t)(__h##name(a.x, b.x) ? EMU_ONE : 0) | \
                              (uint32_t)(__h##name(a.y, b.y) ? EMU_ONE : 0) << 16); \
    } \
    EMU_INLINE unsigned __h##name##2_mask(EMU_T2 a, EMU_T2 b) \
    { \
        return (__h##name(a.x, b.x) ? 0xFFFFu : 0) | (__h##name(a.y, b.y) ? 0xFFFF0000u : 0); \
    } \
    EMU_INLINE bool __hb##name##2(EMU_T2 a, EMU_T2 b) \
    { \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y); \
    }
EMU_COMPARISON(eq, x == y)
EMU_COMPARISON(ne, x<y || x> y)
EMU_COMPARISON(lt, x < y)
EMU_COMPARISON(le, x <= y)
EMU_COMPARISON(gt, x > y)
EMU_COMPARISON(ge, x >= y)
EMU_COMPARISON(equ, !(x < y || x > y))
EMU_COMPARISON(neu, x != y)
EMU_COMPARISON(ltu, !(x >= y))
EMU_COMPARISON(leu, !(x > y))
EMU_COMPARISON(gtu, !(x <= y))
EMU_COMPARISON(geu, !(x < y))
#undef EMU_COMPARISON

EMU_INLINE EMU_T2 __hisnan2(EMU_T2 a)
{
    return EMU_CORE(pair)((uint32_t)(__hisnan(a.x) ? EMU_ONE : 0) |
                          (uint32_t)(__hisnan(a.y) ? EMU_ONE : 0) << 16);
}

// ---- Operators ----------------------------------------------------------------------------------

#define EMU_OPERATORS(type, add, sub, mul, div, neg, one) \
    EMU_INLINE type operator+(type a, type b) { return add(a, b); } \
    EMU_INLINE type operator-(type a, type b) { return sub(a, b); } \
    EMU_INLINE type operator*(type a, type b) { return mul(a, b); } \
    EMU_INLINE type operator/(type a, type b) { return div(a, b); } \
    EMU_INLINE type &operator+=(type &a, type b) { return a = add(a, b); } \
    EMU_INLINE type &operator-=(type &a, type b) { return a = sub(a, b); } \
    EMU_INLINE type &operator*=(type &a, type b) { return a = mul(a, b); } \
    EMU_INLINE type &operator/=(type &a, type b) { return a = div(a, b); } \
    EMU_INLINE type operator+(type a) { return a; } \
    EMU_INLINE type operator-(type a) { return neg(a); } \
    EMU_INLINE type &operator++(type &a) { return a = add(a, one); } \
    EMU_INLINE type &operator--(type &a) { return a = sub(a, one); } \
    EMU_INLINE type operator++(type &a, int) \
    { \
        const type before = a; \
        a = add(a, one); \
        return before; \
    } \
    EMU_INLINE type operator--(type &a, int) \
    { \
        const type before = a; \
        a = sub(a, one); \
        return before; \
    }
#define EMU_COMPARISON_OPERATORS(type, prefix, suffix) \
    EMU_INLINE bool operator==(type a, type b) { return prefix##eq##suffix(a, b); } \
    EMU_INLINE bool operator!=(type a, type b) { return prefix##neu##suffix(a, b); } \
    EMU_INLINE bool operator<(type a, type b) { return prefix##lt##suffix(a, b); } \
    EMU_INLINE bool operator<=(type a, type b) { return prefix##le##suffix(a, b); } \
    EMU_INLINE bool operator>(type a, type b) { return prefix##gt##suffix(a, b); } \
    EMU_INLINE bool operator>=(type a, type b) { return prefix##ge##suffix(a, b); }

EMU_OPERATORS(EMU_T, __hadd, __hsub, __hmul, __hdiv, __hneg, EMU_CORE(of)(EMU_ONE))
EMU_OPERATORS(EMU_T2, __hadd2, __hsub2, __hmul2, __h2div, __hneg2,
              EMU_CORE(pair)((uint32_t)EMU_ONE << 16 | EMU_ONE))
EMU_COMPARISON_OPERATORS(EMU_T, __h, )
EMU_COMPARISON_OPERATORS(EMU_T2, __hb, 2)
#undef EMU_OPERATORS
#undef EMU_COMPARISON_OPERATORS

// ---- Mathematics --------------------------------------------------------------------------------

// Computed in float and rounded. Rounding to integers, hsqrt and hrcp are correctly rounded. The
// other functions are as accurate as the C library's float functions, so only a result within a
// millionth of the midpoint between two numbers can round incorrectly. A GPU's own results may
// differ in the last bit.
#define EMU_MATHEMATICS(name, expression) \
    EMU_INLINE EMU_T h##name(EMU_T a) \
    { \
        const float x = (float)a; \
        return EMU_T(expression); \
    } \
    EMU_PAIR_1(h2##name, h##name)
EMU_MATHEMATICS(ceil, ceilf(x))
EMU_MATHEMATICS(floor, floorf(x))
EMU_MATHEMATICS(rint, nearbyintf(x))
EMU_MATHEMATICS(trunc, truncf(x))
EMU_MATHEMATICS(sqrt, sqrtf(x))
EMU_MATHEMATICS(rcp, 1.0f / x)
EMU_MATHEMATICS(rsqrt, 1.0 / __builtin_sqrt((double)x))
EMU_MATHEMATICS(exp, expf(x))
EMU_MATHEMATICS(exp2, exp2f(x))
EMU_MATHEMATICS(exp10, powf(10.0f, x))
EMU_MATHEMATICS(log, logf(x))
EMU_MATHEMATICS(log2, log2f(x))
EMU_MATHEMATICS(log10, log10f(x))
EMU_MATHEMATICS(sin, sinf(x))
EMU_MATHEMATICS(cos, cosf(x))
EMU_MATHEMATICS(tanh, tanhf(x))
EMU_MATHEMATICS(tanh_approx, tanhf(x))
#undef EMU_MATHEMATICS
#undef EMU_PAIR_1
#undef EMU_PAIR_2
#undef EMU_PAIR_3

// ---- Device only: shuffles, loads and stores with cache hints, atomics --------------------------

#ifdef EMU_SHUFFLES // device code, also where Thrust undefines __CUDACC__
EMU_SHUFFLES(EMU_T, emu_shfl, emu_bits16, EMU_CORE(of_word))
EMU_SHUFFLES(EMU_T2, emu_shfl, emu_bits32, EMU_CORE(pair))
EMU_HINTED(EMU_T)
EMU_HINTED(EMU_T2)

EMU_INLINE EMU_T atomicAdd(EMU_T *address, EMU_T value)
{
    return EMU_CORE(of)(
        (uint16_t)emu_atomic(EMU_ATOMIC_ADD_1, EMU_SCOPE_DEVICE, address, 2, emu_bits16(value), 0));
}
// Each half is atomic on its own.
EMU_INLINE EMU_T2 atomicAdd(EMU_T2 *address, EMU_T2 value)
{
    return EMU_CORE(pair)(
        (uint32_t)emu_atomic(EMU_ATOMIC_ADD_2, EMU_SCOPE_DEVICE, address, 4, emu_bits32(value), 0));
}
#endif
