// SPDX-License-Identifier: MIT
// emu/float16/family.h: the C++ class of one 16-bit floating-point type and its pair type, their
// conversions, and (emu/float16/functions.h) their functions. cuda_fp16.h and cuda_bf16.h each
// include it once (so it has no include guard), because CUDA gives both types the same functions.
// The arithmetic is in emu/float16/float16.h.
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
// Functions take pairs by value, never by reference. A pair in memory is then read by one access of
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
    if (x >= 9223372036854775808.0f) // always an integer
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
    EMU_STAYS_WHOLE

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

// Each conversion in the four rounding modes.
#define EMU_CONVERSIONS(suffix, mode) \
    EMU_RETURNS(EMU_T, EMU_GLUE3(__float2, EMU_WORD, suffix), (float f), \
                EMU_CORE(of)(EMU_CORE(from_double_rounded)((double)f, mode))) \
    EMU_RETURNS(EMU_T, EMU_GLUE3(__int2, EMU_WORD, suffix), (int i), \
                EMU_CORE(of)(EMU_CORE(from_double_rounded)((double)i, mode))) \
    EMU_RETURNS(EMU_T, EMU_GLUE3(__uint2, EMU_WORD, suffix), (unsigned i), \
                EMU_CORE(of)(EMU_CORE(from_double_rounded)((double)i, mode))) \
    EMU_RETURNS(EMU_T, EMU_GLUE3(__short2, EMU_WORD, suffix), (short i), \
                EMU_CORE(of)(EMU_CORE(from_double_rounded)((double)i, mode))) \
    EMU_RETURNS(EMU_T, EMU_GLUE3(__ushort2, EMU_WORD, suffix), (unsigned short i), \
                EMU_CORE(of)(EMU_CORE(from_double_rounded)((double)i, mode))) \
    EMU_RETURNS(EMU_T, EMU_GLUE3(__ll2, EMU_WORD, suffix), (long long i), \
                EMU_CORE(of)(EMU_CORE(from_double_rounded)(emu_odd_from_s64(i), mode))) \
    EMU_RETURNS(EMU_T, EMU_GLUE3(__ull2, EMU_WORD, suffix), (unsigned long long i), \
                EMU_CORE(of)(EMU_CORE(from_double_rounded)(emu_odd_from_u64(i), mode))) \
    EMU_RETURNS(int, EMU_GLUE3(__, EMU_WORD, 2int##suffix), (EMU_T a), \
                (int)EMU_CORE(to_integer)(emu_bits16(a), mode, -2147483648.0, 2147483647.0)) \
    EMU_RETURNS(unsigned, EMU_GLUE3(__, EMU_WORD, 2uint##suffix), (EMU_T a), \
                (unsigned)EMU_CORE(to_integer)(emu_bits16(a), mode, 0, 4294967295.0)) \
    EMU_RETURNS(short, EMU_GLUE3(__, EMU_WORD, 2short##suffix), (EMU_T a), \
                (short)EMU_CORE(to_integer)(emu_bits16(a), mode, -32768, 32767)) \
    EMU_RETURNS(unsigned short, EMU_GLUE3(__, EMU_WORD, 2ushort##suffix), (EMU_T a), \
                (unsigned short)EMU_CORE(to_integer)(emu_bits16(a), mode, 0, 65535)) \
    EMU_RETURNS(long long, EMU_GLUE3(__, EMU_WORD, 2ll##suffix), (EMU_T a), \
                EMU_CORE(to_s64)(emu_bits16(a), mode)) \
    EMU_RETURNS(unsigned long long, EMU_GLUE3(__, EMU_WORD, 2ull##suffix), (EMU_T a), \
                EMU_CORE(to_u64)(emu_bits16(a), mode))

EMU_CONVERSIONS(_rn, EMU_RN)
EMU_CONVERSIONS(_rz, EMU_RZ)
EMU_CONVERSIONS(_rd, EMU_RD)
EMU_CONVERSIONS(_ru, EMU_RU)
#undef EMU_CONVERSIONS

EMU_INLINE signed char EMU_GLUE3(__, EMU_WORD, 2char_rz)(EMU_T a) { return (signed char)a; }
EMU_INLINE unsigned char EMU_GLUE3(__, EMU_WORD, 2uchar_rz)(EMU_T a) { return (unsigned char)a; }

// ---- Creating and splitting pairs ---------------------------------------------------------------

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

#include "functions.h"

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
