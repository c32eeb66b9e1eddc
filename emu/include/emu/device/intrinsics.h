// SPDX-License-Identifier: MIT
//
// emu/device/intrinsics.h: CUDA's arithmetic intrinsics: integer and bit operations, bit casts,
// fast mathematics. emu/float16/rounded.h adds those with a rounding mode.
//
// The fast forms (__sinf, __expf, __fdividef ...) return the accurate result here; on a GPU they
// are less exact. Their behaviour at the ends of their range is emulated where CUDA documents it.
#ifndef EMU_INTRINSICS_H
#define EMU_INTRINSICS_H

#include <math.h>

#include "../../emu.h"
#include "../float16/rounded.h"
#include "../../vector_types.h"

// A constexpr function of a program may call these in its part for the device.
#define EMU_CONSTANT static inline __attribute__((always_inline, unused)) constexpr

// ---- Bits ---------------------------------------------------------------------------------------

EMU_INLINE int __float_as_int(float x) { return (int)emu_float_bits(x); }
EMU_INLINE unsigned __float_as_uint(float x) { return emu_float_bits(x); }
EMU_INLINE float __int_as_float(int x) { return emu_float_from_bits((uint32_t)x); }
EMU_INLINE float __uint_as_float(unsigned x) { return emu_float_from_bits(x); }
EMU_INLINE long long __double_as_longlong(double x) { return (long long)emu_double_bits(x); }
EMU_INLINE double __longlong_as_double(long long x) { return emu_double_from_bits((uint64_t)x); }
EMU_INLINE int __double2hiint(double x) { return (int)(emu_double_bits(x) >> 32); }
EMU_INLINE int __double2loint(double x) { return (int)(uint32_t)emu_double_bits(x); }
EMU_INLINE double __hiloint2double(int hi, int lo)
{
    return emu_double_from_bits((uint64_t)(uint32_t)hi << 32 | (uint32_t)lo);
}

EMU_CONSTANT int __popc(unsigned x) { return __builtin_popcount(x); }
EMU_CONSTANT int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
EMU_CONSTANT int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
EMU_CONSTANT int __clzll(long long x)
{
    return x == 0 ? 64 : __builtin_clzll((unsigned long long)x);
}
EMU_CONSTANT int __ffs(int x) { return __builtin_ffs(x); }
EMU_CONSTANT int __ffsll(long long x) { return __builtin_ffsll(x); }
EMU_CONSTANT unsigned short __nv_bswap16(unsigned short x) { return __builtin_bswap16(x); }
EMU_CONSTANT unsigned __nv_bswap32(unsigned x) { return __builtin_bswap32(x); }
EMU_CONSTANT unsigned long long __nv_bswap64(unsigned long long x) { return __builtin_bswap64(x); }

// Reverses the order of the bits: swaps neighbours, pairs and nibbles, then the bytes.
EMU_INLINE unsigned __brev(unsigned x)
{
    x = (x & 0x55555555u) << 1 | ((x >> 1) & 0x55555555u);
    x = (x & 0x33333333u) << 2 | ((x >> 2) & 0x33333333u);
    x = (x & 0x0F0F0F0Fu) << 4 | ((x >> 4) & 0x0F0F0F0Fu);
    return __builtin_bswap32(x);
}
EMU_INLINE unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}

// Byte i of the result is the byte of y:x that nibble i of the selector selects: 0..3 in x, 4..7 in
// y.
EMU_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    const unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++)
        result |= (unsigned)(bytes >> (8 * (selector >> (4 * i) & 7)) & 0xFF) << (8 * i);
    return result;
}

// The upper (l) or lower (r) 32 bits of hi:lo shifted; the c forms clamp the amount to 32, the
// other two take it modulo 32.
EMU_CONSTANT unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)((((unsigned long long)hi << 32 | lo) << (shift & 31)) >> 32);
}
EMU_CONSTANT unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)(((unsigned long long)hi << 32 | lo) >> (shift & 31));
}
EMU_CONSTANT unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}
EMU_CONSTANT unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

// The position of the offset-th set bit of mask, counted from `base` upwards (offset > 0) or
// downwards (offset < 0); offset 0 tests bit `base` itself. 0xFFFFFFFF if there is none.
EMU_INLINE unsigned __fns(unsigned mask, unsigned base, int offset)
{
    const int step = offset < 0 ? -1 : 1;
    int left = offset == 0 ? 1 : offset * step;
    for (int i = (int)base; i >= 0 && i < 32; i += step) {
        if ((mask >> i & 1) && --left == 0)
            return (unsigned)i;
        if (offset == 0)
            break;
    }
    return 0xFFFFFFFFu;
}

// ---- Integer arithmetic -------------------------------------------------------------------------

__extension__ typedef __int128 emu_int128;
__extension__ typedef unsigned __int128 emu_uint128;

EMU_CONSTANT int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
EMU_CONSTANT unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)(((unsigned long long)a * b) >> 32);
}
EMU_INLINE long long __mul64hi(long long a, long long b)
{
    return (long long)(((emu_int128)a * b) >> 64);
}
EMU_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)(((emu_uint128)a * b) >> 64);
}
EMU_INLINE int mulhi(int a, int b) { return __mulhi(a, b); }
EMU_INLINE unsigned mulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
EMU_INLINE unsigned mulhi(int a, unsigned b) { return __umulhi((unsigned)a, b); }
EMU_INLINE unsigned mulhi(unsigned a, int b) { return __umulhi(a, (unsigned)b); }
EMU_INLINE long long mul64hi(long long a, long long b) { return __mul64hi(a, b); }
EMU_INLINE unsigned long long mul64hi(unsigned long long a, unsigned long long b)
{
    return __umul64hi(a, b);
}

// The lower 32 bits of the product of the operands' lower 24.
EMU_INLINE int __mul24(int a, int b)
{
    const long long a24 = (int)((unsigned)a << 8) >> 8, b24 = (int)((unsigned)b << 8) >> 8;
    return (int)(a24 * b24);
}
EMU_INLINE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xFFFFFF) * (b & 0xFFFFFF); }
EMU_INLINE int mul24(int a, int b) { return __mul24(a, b); }
EMU_INLINE unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }

// |x - y| + z
EMU_INLINE unsigned __sad(int x, int y, unsigned z)
{
    return (x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x) + z;
}
EMU_INLINE unsigned __usad(unsigned x, unsigned y, unsigned z)
{
    return (x > y ? x - y : y - x) + z;
}

// Averages that cannot overflow; the r forms round up.
EMU_INLINE int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
EMU_INLINE int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
EMU_INLINE unsigned __uhadd(unsigned a, unsigned b)
{
    return (unsigned)(((unsigned long long)a + b) >> 1);
}
EMU_INLINE unsigned __urhadd(unsigned a, unsigned b)
{
    return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}

// Byte i, or 16-bit half i, of a word.
EMU_INLINE int emu_s8(unsigned x, int i) { return (signed char)(x >> (8 * i)); }
EMU_INLINE unsigned emu_u8(unsigned x, int i) { return (unsigned char)(x >> (8 * i)); }
EMU_INLINE int emu_s16(unsigned x, int i) { return (short)(x >> (16 * i)); }
EMU_INLINE unsigned emu_u16(unsigned x, int i) { return (unsigned short)(x >> (16 * i)); }

// c plus the dot product of the four bytes of a and b; the sum wraps around.
EMU_INLINE int __dp4a(int a, int b, int c)
{
    unsigned sum = (unsigned)c;
    for (int i = 0; i < 4; i++)
        sum += (unsigned)(emu_s8((unsigned)a, i) * emu_s8((unsigned)b, i));
    return (int)sum;
}
EMU_INLINE unsigned __dp4a(unsigned a, unsigned b, unsigned c)
{
    for (int i = 0; i < 4; i++)
        c += emu_u8(a, i) * emu_u8(b, i);
    return c;
}
EMU_INLINE int __dp4a(char4 a, char4 b, int c)
{
    return (int)((unsigned)c + (unsigned)(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w));
}
EMU_INLINE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c)
{
    return c + (unsigned)(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}

// c plus the dot product of the two 16-bit halves of a and the lower or upper two bytes of b.
EMU_INLINE int __dp2a_lo(int a, int b, int c)
{
    return (int)((unsigned)c + (unsigned)(emu_s16((unsigned)a, 0) * emu_s8((unsigned)b, 0) +
                                          emu_s16((unsigned)a, 1) * emu_s8((unsigned)b, 1)));
}
EMU_INLINE unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c)
{
    return c + emu_u16(a, 0) * emu_u8(b, 0) + emu_u16(a, 1) * emu_u8(b, 1);
}
EMU_INLINE int __dp2a_lo(short2 a, char4 b, int c)
{
    return (int)((unsigned)c + (unsigned)(a.x * b.x + a.y * b.y));
}
EMU_INLINE unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c)
{
    return c + (unsigned)a.x * b.x + (unsigned)a.y * b.y;
}
EMU_INLINE int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
EMU_INLINE unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c)
{
    return __dp2a_lo(a, b >> 16, c);
}
EMU_INLINE int __dp2a_hi(short2 a, char4 b, int c)
{
    return (int)((unsigned)c + (unsigned)(a.x * b.z + a.y * b.w));
}
EMU_INLINE unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c)
{
    return c + (unsigned)a.x * b.z + (unsigned)a.y * b.w;
}

// ---- Fast mathematics ---------------------------------------------------------------------------

// The C library declares these names for its own use, without `static`.
#define EMU_C_FAST_MATH extern "C" inline __attribute__((always_inline))

EMU_C_FAST_MATH float __sinf(float x) noexcept { return sinf(x); }
EMU_C_FAST_MATH float __cosf(float x) noexcept { return cosf(x); }
EMU_C_FAST_MATH float __tanf(float x) noexcept { return tanf(x); }
EMU_C_FAST_MATH float __tanhf(float x) noexcept { return tanhf(x); }
EMU_C_FAST_MATH void __sincosf(float x, float *sine, float *cosine) noexcept
{
    *sine = sinf(x);
    *cosine = cosf(x);
}
EMU_C_FAST_MATH float __expf(float x) noexcept { return expf(x); }
EMU_C_FAST_MATH float __exp10f(float x) noexcept { return powf(10.0f, x); }
EMU_C_FAST_MATH float __logf(float x) noexcept { return logf(x); }
EMU_C_FAST_MATH float __log2f(float x) noexcept { return log2f(x); }
EMU_C_FAST_MATH float __log10f(float x) noexcept { return log10f(x); }
// 2^(y log2 x): unlike powf, a NaN for every negative x
EMU_C_FAST_MATH float __powf(float x, float y) noexcept { return exp2f(y * log2f(x)); }

// CUDA promises 0 for 2^126 < |y| < 2^128 and finite x, and a NaN for an infinite x there.
EMU_INLINE float __fdividef(float x, float y)
{
    const float size = fabsf(y);
    if (size > 8.507059173023462e37f && size <= 3.402823466e38f)
        return x * 0.0f;
    return x / y;
}

// Clamps to [0, 1]; a NaN gives 0.
EMU_INLINE float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
EMU_INLINE float saturate(float x) { return __saturatef(x); }

#endif
