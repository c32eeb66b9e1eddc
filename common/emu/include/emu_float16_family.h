// SPDX-License-Identifier: MIT
//
// emu_float16_family.h: the C++ class and the functions of one 16-bit floating-point type and of
// its pair type. cuda_fp16.h and cuda_bf16.h include it once each (so it has no include guard),
// because CUDA gives both types the same functions. The arithmetic itself is in emu_float16.h.
//
// The includer defines
//     EMU_T        the type            __half            __nv_bfloat16
//     EMU_T2       the pair            __half2           __nv_bfloat162
//     EMU_OTHER    the other type      __nv_bfloat16     __half
//     EMU_CORE(f)  arithmetic on bits  emu_half_##f      emu_bfloat16_##f
//     EMU_WORD     in function names   half              bfloat16
//     EMU_WORD2    the same for pairs  half2             bfloat162
//     EMU_ONE, EMU_INFINITY            the bits of 1 and of infinity
//     EMU_ATOMIC_ADD_1, EMU_ATOMIC_ADD_2   the engine's atomic additions
// and has declared EMU_T##_raw and EMU_T2##_raw. This file undefines them all at its end.
//
// Functions take pairs by value, never by reference: a pair in memory is then read by one access of
// 4 bytes, as on the hardware, and not by one access for each half.

#define EMU_GLUE_(a, b) a##b
#define EMU_GLUE(a, b) EMU_GLUE_(a, b)
#define EMU_GLUE3(a, b, c) EMU_GLUE(EMU_GLUE(a, b), c)
#define EMU_RAW EMU_GLUE(EMU_T, _raw)
#define EMU_RAW2 EMU_GLUE(EMU_T2, _raw)
#define EMU_MEMBER __attribute__((always_inline))

// Conversions to integers: toward zero, out-of-range values to the nearest limit, NaN to 0 (to the
// integer with only its top bit set for 64 bits).
EMU_INLINE long long EMU_CORE(to_integer)(uint16_t bits, enum emu_rounding mode, double lowest,
                                          double highest)
{
    const double x = (double)EMU_CORE(to_float)(bits);
    if (x != x)
        return 0;
    const double whole = mode == EMU_RZ   ? __builtin_trunc(x)
                         : mode == EMU_RD ? __builtin_floor(x)
                         : mode == EMU_RU ? __builtin_ceil(x)
                                          : __builtin_nearbyint(x);
    return (long long)(whole < lowest ? lowest : whole > highest ? highest : whole);
}

EMU_INLINE long long EMU_CORE(to_s64)(uint16_t bits, enum emu_rounding mode)
{
    const long long lowest = -9223372036854775807LL - 1;
    const float x = EMU_CORE(to_float)(bits);
    if (x != x || x < -9223372036854775808.0f)
        return lowest;
    if (x >= 9223372036854775808.0f)
        return 9223372036854775807LL;
    return EMU_CORE(to_integer)(bits, mode, -9223372036854775808.0, 9223372036854775808.0);
}

EMU_INLINE unsigned long long EMU_CORE(to_u64)(uint16_t bits, enum emu_rounding mode)
{
    const float x = EMU_CORE(to_float)(bits);
    if (x != x)
        return 0x8000000000000000ULL;
    if (x >= 18446744073709551616.0f)
        return ~0ULL;
    if (x >= 9223372036854775808.0f) // a whole number by far
        return (unsigned long long)x;
    return (unsigned long long)EMU_CORE(to_integer)(bits, mode, 0, 9223372036854775808.0);
}

// ---- The type -----------------------------------------------------------------------------------

// Memory of 2 bytes with the arithmetic of a number; trivial to copy, uninitialised by default.
struct __attribute__((aligned(2))) EMU_T {
  protected:
    unsigned short __x; // the bits

  public:
    EMU_T() = default;
    EMU_MEMBER constexpr EMU_T(const EMU_RAW &raw) : __x(raw.x) {}
    explicit EMU_T(const EMU_OTHER other); // defined in cuda_bf16.h
    EMU_MEMBER EMU_T(const float f) : __x(EMU_CORE(from_float)(f)) {}
    EMU_MEMBER EMU_T(const double f) : __x(EMU_CORE(from_double)(f)) {}
    EMU_MEMBER EMU_T(const short i) : __x(EMU_CORE(from_double)((double)i)) {}
    EMU_MEMBER EMU_T(const unsigned short i) : __x(EMU_CORE(from_double)((double)i)) {}
    EMU_MEMBER EMU_T(const int i) : __x(EMU_CORE(from_double)((double)i)) {}
    EMU_MEMBER EMU_T(const unsigned i) : __x(EMU_CORE(from_double)((double)i)) {}
    EMU_MEMBER EMU_T(const long i) : __x(EMU_CORE(from_double)(emu_odd_from_s64(i))) {}
    EMU_MEMBER EMU_T(const unsigned long i) : __x(EMU_CORE(from_double)(emu_odd_from_u64(i))) {}
    EMU_MEMBER EMU_T(const long long i) : __x(EMU_CORE(from_double)(emu_odd_from_s64(i))) {}
    EMU_MEMBER EMU_T(const unsigned long long i) : __x(EMU_CORE(from_double)(emu_odd_from_u64(i)))
    {
    }

    EMU_MEMBER operator EMU_RAW() const
    {
        EMU_RAW raw = {__x};
        return raw;
    }
    EMU_MEMBER operator EMU_RAW() const volatile
    {
        EMU_RAW raw = {__x};
        return raw;
    }
    EMU_MEMBER operator float() const { return EMU_CORE(to_float)(__x); }
    EMU_MEMBER constexpr operator bool() const { return (__x & 0x7FFF) != 0; }
    EMU_MEMBER operator char() const { return (char)integer(-128, 127); }
    EMU_MEMBER operator signed char() const { return (signed char)integer(-128, 127); }
    EMU_MEMBER operator unsigned char() const { return (unsigned char)integer(0, 255); }
    EMU_MEMBER operator short() const { return (short)integer(-32768, 32767); }
    EMU_MEMBER operator unsigned short() const { return (unsigned short)integer(0, 65535); }
    EMU_MEMBER operator int() const { return (int)integer(-2147483648.0, 2147483647.0); }
    EMU_MEMBER operator unsigned() const { return (unsigned)integer(0, 4294967295.0); }
    EMU_MEMBER operator long() const { return EMU_CORE(to_s64)(__x, EMU_RZ); }
    EMU_MEMBER operator unsigned long() const { return EMU_CORE(to_u64)(__x, EMU_RZ); }
    EMU_MEMBER operator long long() const { return EMU_CORE(to_s64)(__x, EMU_RZ); }
    EMU_MEMBER operator unsigned long long() const { return EMU_CORE(to_u64)(__x, EMU_RZ); }

    EMU_MEMBER EMU_T &operator=(const EMU_RAW &raw)
    {
        __x = raw.x;
        return *this;
    }
    EMU_MEMBER volatile EMU_T &operator=(const EMU_RAW &raw) volatile
    {
        __x = raw.x;
        return *this;
    }
    EMU_MEMBER EMU_T &operator=(const float f) { return *this = EMU_T(f); }
    EMU_MEMBER EMU_T &operator=(const double f) { return *this = EMU_T(f); }
    EMU_MEMBER EMU_T &operator=(const short i) { return *this = EMU_T(i); }
    EMU_MEMBER EMU_T &operator=(const unsigned short i) { return *this = EMU_T(i); }
    EMU_MEMBER EMU_T &operator=(const int i) { return *this = EMU_T(i); }
    EMU_MEMBER EMU_T &operator=(const unsigned i) { return *this = EMU_T(i); }
    EMU_MEMBER EMU_T &operator=(const long long i) { return *this = EMU_T(i); }
    EMU_MEMBER EMU_T &operator=(const unsigned long long i) { return *this = EMU_T(i); }

  private:
    EMU_MEMBER long long integer(double lowest, double highest) const
    {
        return EMU_CORE(to_integer)(__x, EMU_RZ, lowest, highest);
    }
};

// Two of them in one 32-bit word, x in the lower half.
struct __attribute__((aligned(4))) EMU_T2 {
    EMU_T x, y;

    EMU_T2() = default;
    EMU_MEMBER constexpr EMU_T2(const EMU_T &a, const EMU_T &b) : x(a), y(b) {}
    EMU_MEMBER EMU_T2(const EMU_RAW2 &raw) : x(EMU_RAW{raw.x}), y(EMU_RAW{raw.y}) {}
    EMU_MEMBER EMU_T2 &operator=(const EMU_RAW2 &raw) { return *this = EMU_T2(raw); }
    EMU_MEMBER operator EMU_RAW2() const
    {
        EMU_RAW2 raw = {EMU_RAW(x).x, EMU_RAW(y).x};
        return raw;
    }
};

// ---- Bits ---------------------------------------------------------------------------------------

EMU_INLINE uint16_t emu_bits16(EMU_T a) { return EMU_RAW(a).x; }
EMU_INLINE EMU_T EMU_CORE(of)(uint16_t bits) { return EMU_T(EMU_RAW{bits}); }
EMU_INLINE EMU_T EMU_CORE(of_word)(uint32_t bits) { return EMU_T(EMU_RAW{(uint16_t)bits}); }
EMU_INLINE uint32_t emu_bits32(EMU_T2 a)
{
    return (uint32_t)emu_bits16(a.y) << 16 | emu_bits16(a.x);
}
EMU_INLINE EMU_T2 EMU_CORE(pair)(uint32_t bits)
{
    return EMU_T2(EMU_CORE(of)((uint16_t)bits), EMU_CORE(of)((uint16_t)(bits >> 16)));
}

EMU_INLINE unsigned short EMU_GLUE3(__, EMU_WORD, _as_ushort)(EMU_T a) { return emu_bits16(a); }
EMU_INLINE short EMU_GLUE3(__, EMU_WORD, _as_short)(EMU_T a) { return (short)emu_bits16(a); }
EMU_INLINE EMU_T EMU_GLUE(__ushort_as_, EMU_WORD)(unsigned short i) { return EMU_CORE(of)(i); }
EMU_INLINE EMU_T EMU_GLUE(__short_as_, EMU_WORD)(short i) { return EMU_CORE(of)((uint16_t)i); }

// ---- Conversions --------------------------------------------------------------------------------

EMU_INLINE float EMU_GLUE3(__, EMU_WORD, 2float)(EMU_T a)
{
    return EMU_CORE(to_float)(emu_bits16(a));
}
EMU_INLINE EMU_T EMU_GLUE(__float2, EMU_WORD)(float f) { return EMU_T(f); }
EMU_INLINE EMU_T EMU_GLUE(__double2, EMU_WORD)(double f) { return EMU_T(f); }

// The four directions of rounding of each conversion.
#define EMU_CONVERSIONS(suffix, mode) \
    EMU_INLINE EMU_T EMU_GLUE3(__float2, EMU_WORD, suffix)(float f) \
    { \
        return EMU_CORE(of)(EMU_CORE(from_double_rounded)((double)f, mode)); \
    } \
    EMU_INLINE EMU_T EMU_GLUE3(__int2, EMU_WORD, suffix)(int i) \
    { \
        return EMU_CORE(of)(EMU_CORE(from_double_rounded)((double)i, mode)); \
    } \
    EMU_INLINE EMU_T EMU_GLUE3(__uint2, EMU_WORD, suffix)(unsigned i) \
    { \
        return EMU_CORE(of)(EMU_CORE(from_double_rounded)((double)i, mode)); \
    } \
    EMU_INLINE EMU_T EMU_GLUE3(__short2, EMU_WORD, suffix)(short i) \
    { \
        return EMU_CORE(of)(EMU_CORE(from_double_rounded)((double)i, mode)); \
    } \
    EMU_INLINE EMU_T EMU_GLUE3(__ushort2, EMU_WORD, suffix)(unsigned short i) \
    { \
        return EMU_CORE(of)(EMU_CORE(from_double_rounded)((double)i, mode)); \
    } \
    EMU_INLINE EMU_T EMU_GLUE3(__ll2, EMU_WORD, suffix)(long long i) \
    { \
        return EMU_CORE(of)(EMU_CORE(from_double_rounded)(emu_odd_from_s64(i), mode)); \
    } \
    EMU_INLINE EMU_T EMU_GLUE3(__ull2, EMU_WORD, suffix)(unsigned long long i) \
    { \
        return EMU_CORE(of)(EMU_CORE(from_double_rounded)(emu_odd_from_u64(i), mode)); \
    } \
    EMU_INLINE int EMU_GLUE3(__, EMU_WORD, 2int##suffix)(EMU_T a) \
    { \
        return (int)EMU_CORE(to_integer)(emu_bits16(a), mode, -2147483648.0, 2147483647.0); \
    } \
    EMU_INLINE unsigned EMU_GLUE3(__, EMU_WORD, 2uint##suffix)(EMU_T a) \
    { \
        return (unsigned)EMU_CORE(to_integer)(emu_bits16(a), mode, 0, 4294967295.0); \
    } \
    EMU_INLINE short EMU_GLUE3(__, EMU_WORD, 2short##suffix)(EMU_T a) \
    { \
        return (short)EMU_CORE(to_integer)(emu_bits16(a), mode, -32768, 32767); \
    } \
    EMU_INLINE unsigned short EMU_GLUE3(__, EMU_WORD, 2ushort##suffix)(EMU_T a) \
    { \
        return (unsigned short)EMU_CORE(to_integer)(emu_bits16(a), mode, 0, 65535); \
    } \
    EMU_INLINE long long EMU_GLUE3(__, EMU_WORD, 2ll##suffix)(EMU_T a) \
    { \
        return EMU_CORE(to_s64)(emu_bits16(a), mode); \
    } \
    EMU_INLINE unsigned long long EMU_GLUE3(__, EMU_WORD, 2ull##suffix)(EMU_T a) \
    { \
        return EMU_CORE(to_u64)(emu_bits16(a), mode); \
    }

EMU_CONVERSIONS(_rn, EMU_RN)
EMU_CONVERSIONS(_rz, EMU_RZ)
EMU_CONVERSIONS(_rd, EMU_RD)
EMU_CONVERSIONS(_ru, EMU_RU)
#undef EMU_CONVERSIONS

EMU_INLINE signed char EMU_GLUE3(__, EMU_WORD, 2char_rz)(EMU_T a) { return (signed char)a; }
EMU_INLINE unsigned char EMU_GLUE3(__, EMU_WORD, 2uchar_rz)(EMU_T a) { return (unsigned char)a; }

// ---- Pairs: put together, taken apart -----------------------------------------------------------

EMU_INLINE EMU_T2 EMU_GLUE(make_, EMU_WORD2)(EMU_T a, EMU_T b) { return EMU_T2(a, b); }
EMU_INLINE EMU_T2 EMU_GLUE(__halves2, EMU_WORD2)(EMU_T a, EMU_T b) { return EMU_T2(a, b); }
EMU_INLINE EMU_T2 EMU_GLUE(EMU_GLUE3(__, EMU_WORD, 2), EMU_WORD2)(EMU_T a) { return EMU_T2(a, a); }
EMU_INLINE EMU_T2 EMU_GLUE3(__float2, EMU_WORD2, _rn)(float a)
{
    return EMU_T2(EMU_T(a), EMU_T(a));
}
EMU_INLINE EMU_T2 EMU_GLUE3(__floats2, EMU_WORD2, _rn)(float a, float b)
{
    return EMU_T2(EMU_T(a), EMU_T(b));
}
EMU_INLINE EMU_T2 EMU_GLUE3(__float22, EMU_WORD2, _rn)(float2 a)
{
    return EMU_T2(EMU_T(a.x), EMU_T(a.y));
}
EMU_INLINE float2 EMU_GLUE3(__, EMU_WORD2, 2float2)(EMU_T2 a)
{
    return float2{(float)a.x, (float)a.y};
}
EMU_INLINE float __low2float(EMU_T2 a) { return (float)a.x; }
EMU_INLINE float __high2float(EMU_T2 a) { return (float)a.y; }
EMU_INLINE EMU_T EMU_GLUE(__low2, EMU_WORD)(EMU_T2 a) { return a.x; }
EMU_INLINE EMU_T EMU_GLUE(__high2, EMU_WORD)(EMU_T2 a) { return a.y; }
EMU_INLINE EMU_T2 EMU_GLUE(__low2, EMU_WORD2)(EMU_T2 a) { return EMU_T2(a.x, a.x); }
EMU_INLINE EMU_T2 EMU_GLUE(__high2, EMU_WORD2)(EMU_T2 a) { return EMU_T2(a.y, a.y); }
EMU_INLINE EMU_T2 EMU_GLUE(__lows2, EMU_WORD2)(EMU_T2 a, EMU_T2 b) { return EMU_T2(a.x, b.x); }
EMU_INLINE EMU_T2 EMU_GLUE(__highs2, EMU_WORD2)(EMU_T2 a, EMU_T2 b) { return EMU_T2(a.y, b.y); }
EMU_INLINE EMU_T2 __lowhigh2highlow(EMU_T2 a) { return EMU_T2(a.y, a.x); }

// ---- Arithmetic ---------------------------------------------------------------------------------

// Clamped to [0, 1], NaN to 0; the bits of positive numbers are in the order of the numbers.
EMU_INLINE uint16_t EMU_CORE(saturated)(uint16_t a)
{
    return a > EMU_INFINITY ? 0 : a > EMU_ONE ? EMU_ONE : a;
}
// Negative numbers to 0, NaN kept.
EMU_INLINE uint16_t EMU_CORE(relu)(uint16_t a)
{
    return (a & 0x7FFF) > EMU_INFINITY ? EMU_FLOAT16_NAN : a & 0x8000 ? 0 : a;
}
// Bits as integers that are in the order of the numbers, -0 below +0.
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

// The plain form, the one that nvcc does not fuse into an fma, and the saturating one.
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

// Of a number and a NaN the number; the _nan forms give NaN as soon as one operand is.
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

// The pair form of a function is the function on each of the two.
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

// a * b + c of complex numbers (x real, y imaginary), each part in two fused steps.
EMU_INLINE EMU_T2 __hcmadd(EMU_T2 a, EMU_T2 b, EMU_T2 c)
{
    return EMU_T2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)),
                  __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

// ---- Comparisons --------------------------------------------------------------------------------

// With a NaN the plain forms are false and the u ("unordered") forms true. Of the pair forms, 2
// gives 1.0 or 0.0 in each half, 2_mask ones or zeros, and b2 whether both halves are true.
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

// Computed in float and rounded. Whole numbers, hsqrt and hrcp are correctly rounded; the others
// are as good as the C library's float functions, so that only a result within a millionth of the
// middle between two neighbours can go to the wrong one. A GPU's own results may differ in the last
// bit.
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

// ---- Device only: shuffles, hinted loads and stores, atomics ------------------------------------

#ifdef __CUDACC__
EMU_SHUFFLES(EMU_T, emu_shfl, emu_bits16, EMU_CORE(of_word))
EMU_SHUFFLES(EMU_T2, emu_shfl, emu_bits32, EMU_CORE(pair))
EMU_HINTED(EMU_T)
EMU_HINTED(EMU_T2)

EMU_INLINE EMU_T atomicAdd(EMU_T *address, EMU_T value)
{
    return EMU_CORE(of)(
        (uint16_t)emu_atomic(EMU_ATOMIC_ADD_1, EMU_SCOPE_DEVICE, address, 2, emu_bits16(value), 0));
}
// Each half is atomic by itself.
EMU_INLINE EMU_T2 atomicAdd(EMU_T2 *address, EMU_T2 value)
{
    return EMU_CORE(pair)(
        (uint32_t)emu_atomic(EMU_ATOMIC_ADD_2, EMU_SCOPE_DEVICE, address, 4, emu_bits32(value), 0));
}
#endif

#undef EMU_GLUE_
#undef EMU_GLUE
#undef EMU_GLUE3
#undef EMU_RAW
#undef EMU_RAW2
#undef EMU_MEMBER
#undef EMU_T
#undef EMU_T2
#undef EMU_OTHER
#undef EMU_CORE
#undef EMU_WORD
#undef EMU_WORD2
#undef EMU_ONE
#undef EMU_INFINITY
#undef EMU_ATOMIC_ADD_1
#undef EMU_ATOMIC_ADD_2
