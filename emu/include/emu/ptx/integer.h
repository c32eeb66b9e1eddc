// SPDX-License-Identifier: MIT
//
// emu/ptx/integer.h: PTX's integer and bit instructions without an operator in C.
#ifndef EMU_PTX_INTEGER_H
#define EMU_PTX_INTEGER_H

#include "../device/intrinsics.h"
#include "bits.h"
#include "../device/simd.h"

// ---- Logic and shifts ---------------------------------------------------------------------------

template <class A, class B> EMU_INLINE A emu_ptx_and(A a, B b) { return (A)(a & b); }
template <class A, class B> EMU_INLINE A emu_ptx_or(A a, B b) { return (A)(a | b); }
template <class A, class B> EMU_INLINE A emu_ptx_xor(A a, B b) { return (A)(a ^ b); }

// A shift by the width or more shifts out all bits.
template <class T, class N> EMU_INLINE T emu_ptx_shl(T x, N amount)
{
    return (uint32_t)amount < 8 * sizeof x ? (T)((uint64_t)x << (uint32_t)amount) : (T)0;
}
template <class T, class N> EMU_INLINE T emu_ptx_shr(T x, N amount)
{
    const uint32_t most = 8 * sizeof x - 1, by = (uint32_t)amount;
    return by <= most ? (T)(x >> by) : (T)(x < 0 ? -1 : 0);
}

// Bit i of the result is the bit of `table` that the bits i of a, b and c select.
EMU_INLINE uint32_t emu_ptx_lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;
    for (int i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

// Nibble i of the selector selects byte i of the result; its highest bit replicates the byte's
// sign.
EMU_INLINE uint32_t emu_ptx_prmt_(uint32_t a, uint32_t b, uint32_t selector)
{
    const uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) {
        const uint32_t nibble = selector >> 4 * i & 15;
        uint32_t byte = (uint32_t)(bytes >> 8 * (nibble & 7)) & 0xFF;
        if (nibble & 8)
            byte = byte & 0x80 ? 0xFF : 0;
        result |= byte << 8 * i;
    }
    return result;
}
// The other modes have a selector for each of four numbers.
#define EMU_PTX_PRMT(mode, s0, s1, s2, s3) \
    EMU_INLINE uint32_t emu_ptx_prmt_##mode(uint32_t a, uint32_t b, uint32_t which) \
    { \
        const uint32_t selectors[4] = {s0, s1, s2, s3}; \
        return emu_ptx_prmt_(a, b, selectors[which & 3]); \
    }
EMU_PTX_PRMT(f4e, 0x3210, 0x4321, 0x5432, 0x6543)
EMU_PTX_PRMT(b4e, 0x5670, 0x6701, 0x7012, 0x0123)
EMU_PTX_PRMT(rc8, 0x0000, 0x1111, 0x2222, 0x3333)
EMU_PTX_PRMT(ecl, 0x3210, 0x3211, 0x3222, 0x3333)
EMU_PTX_PRMT(ecr, 0x0000, 0x1110, 0x2210, 0x3210)
EMU_PTX_PRMT(rc16, 0x1010, 0x3232, 0x1010, 0x3232)
#undef EMU_PTX_PRMT

// ---- Bit fields ---------------------------------------------------------------------------------

// `length` bits of x starting at `start`; beyond the width a signed field is sign-extended.
template <class T> EMU_INLINE T emu_ptx_bfe(T x, uint32_t start, uint32_t length)
{
    const uint32_t width = 8 * sizeof x;
    start &= 0xFF;
    length &= 0xFF;
    if (length == 0)
        return 0;
    const uint64_t sign = x < 0 ? ~(uint64_t)0 : 0, wide = (uint64_t)x;
    uint64_t field = start >= width ? sign
                     : start        ? wide >> start | sign << 1 << (63 - start)
                                    : wide;
    if (length >= width)
        return (T)field;
    const bool negative =
        (T)-1 < 0 && (start + length > width ? sign != 0 : (field >> (length - 1) & 1) != 0);
    const uint64_t mask = ((uint64_t)1 << length) - 1;
    return (T)(negative ? field | ~mask : field & mask);
}

// b with `length` bits starting at `start` replaced by those of a.
template <class T> EMU_INLINE T emu_ptx_bfi(T a, T b, uint32_t start, uint32_t length)
{
    const uint32_t width = 8 * sizeof a;
    start &= 0xFF;
    length &= 0xFF;
    if (start >= width || length == 0)
        return b;
    const uint64_t field = length >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << length) - 1;
    const uint64_t mask = field << start;
    return (T)(((uint64_t)b & ~mask) | ((uint64_t)a << start & mask));
}

// The position of the highest bit that differs from the sign, or all ones; .shiftamt: its distance
// from the top.
EMU_INLINE uint32_t emu_ptx_bfind_(uint32_t x) { return x ? 31 - (uint32_t)__builtin_clz(x) : ~0u; }
EMU_INLINE uint32_t emu_ptx_bfind_(int32_t x) { return emu_ptx_bfind_((uint32_t)(x < 0 ? ~x : x)); }
EMU_INLINE uint32_t emu_ptx_bfind_(uint64_t x)
{
    return x ? 63 - (uint32_t)__builtin_clzll(x) : ~0u;
}
EMU_INLINE uint32_t emu_ptx_bfind_(int64_t x) { return emu_ptx_bfind_((uint64_t)(x < 0 ? ~x : x)); }
template <class T> EMU_INLINE uint32_t emu_ptx_bfind_shiftamt(T x)
{
    const uint32_t found = emu_ptx_bfind_(x);
    return found == ~0u ? found : 8 * sizeof x - 1 - found;
}

EMU_INLINE uint32_t emu_ptx_bmsk_clamp(uint32_t start, uint32_t length)
{
    const uint64_t field = length >= 32 ? 0xFFFFFFFFu : ((uint64_t)1 << length) - 1;
    return start >= 32 ? 0 : (uint32_t)(field << start);
}
EMU_INLINE uint32_t emu_ptx_bmsk_wrap(uint32_t start, uint32_t length)
{
    return emu_ptx_bmsk_clamp(start & 31, length & 31);
}
template <class T> EMU_INLINE T emu_ptx_szext_clamp(T x, uint32_t width)
{
    return width >= 32 ? x : emu_ptx_bfe(x, 0, width);
}
template <class T> EMU_INLINE T emu_ptx_szext_wrap(T x, uint32_t width)
{
    return emu_ptx_bfe(x, 0, width & 31);
}

// ---- Arithmetic ---------------------------------------------------------------------------------

EMU_INLINE int32_t emu_ptx_clamp(int64_t x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t)x;
}
EMU_INLINE int32_t emu_ptx_add_sat(uint32_t a, uint32_t b)
{
    return emu_ptx_clamp((int64_t)(int32_t)a + (int32_t)b);
}
EMU_INLINE int32_t emu_ptx_sub_sat(uint32_t a, uint32_t b)
{
    return emu_ptx_clamp((int64_t)(int32_t)a - (int32_t)b);
}

EMU_INLINE uint16_t emu_ptx_mul_hi(uint16_t a, uint16_t b)
{
    return (uint16_t)((uint32_t)a * b >> 16);
}
EMU_INLINE int16_t emu_ptx_mul_hi(int16_t a, int16_t b) { return (int16_t)(a * b >> 16); }
EMU_INLINE uint32_t emu_ptx_mul_hi(uint32_t a, uint32_t b) { return __umulhi(a, b); }
EMU_INLINE int32_t emu_ptx_mul_hi(int32_t a, int32_t b) { return __mulhi(a, b); }
EMU_INLINE uint64_t emu_ptx_mul_hi(uint64_t a, uint64_t b) { return __umul64hi(a, b); }
EMU_INLINE int64_t emu_ptx_mul_hi(int64_t a, int64_t b) { return __mul64hi(a, b); }
// Unsigned, so that an addition to it wraps around.
EMU_INLINE uint32_t emu_ptx_mul_wide(uint16_t a, uint16_t b) { return (uint32_t)a * b; }
EMU_INLINE uint32_t emu_ptx_mul_wide(int16_t a, int16_t b) { return (uint32_t)(a * b); }
EMU_INLINE uint64_t emu_ptx_mul_wide(uint32_t a, uint32_t b) { return (uint64_t)a * b; }
EMU_INLINE uint64_t emu_ptx_mul_wide(int32_t a, int32_t b) { return (uint64_t)((int64_t)a * b); }

template <class T> EMU_INLINE uint64_t emu_ptx_abs_diff(T a, T b)
{
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

EMU_INLINE uint64_t emu_ptx_unsigned(uint32_t x) { return x; }
EMU_INLINE uint64_t emu_ptx_unsigned(int32_t x) { return (uint32_t)x; }
EMU_INLINE uint64_t emu_ptx_unsigned(uint64_t x) { return x; }
EMU_INLINE uint64_t emu_ptx_unsigned(int64_t x) { return (uint64_t)x; }
template <class T> EMU_INLINE T emu_ptx_add_carry(T a, T b, bool in, bool &carry)
{
    const emu_uint128 sum = (emu_uint128)emu_ptx_unsigned(a) + emu_ptx_unsigned(b) + in;
    carry = (sum >> 8 * sizeof a & 1) != 0;
    return (T)sum;
}
template <class T> EMU_INLINE T emu_ptx_sub_carry(T a, T b, bool in, bool &borrow)
{
    const emu_uint128 sum = (emu_uint128)emu_ptx_unsigned(a) - emu_ptx_unsigned(b) - in;
    borrow = (sum >> 8 * sizeof a & 1) != 0;
    return (T)sum;
}

// ---- Bytes --------------------------------------------------------------------------------------

EMU_INLINE int32_t emu_ptx_byte(uint32_t x, int i) { return (int32_t)emu_u8(x, i); }
EMU_INLINE int32_t emu_ptx_byte(int32_t x, int i) { return emu_s8((uint32_t)x, i); }
template <class A, class B> EMU_INLINE uint32_t emu_ptx_dp4a(A a, B b, uint32_t sum)
{
    for (int i = 0; i < 4; i++)
        sum += (uint32_t)(emu_ptx_byte(a, i) * emu_ptx_byte(b, i));
    return sum;
}
#define EMU_PTX_DP2A(half) \
    EMU_INLINE uint32_t emu_ptx_dp2a_##half##_u32_u32(uint32_t a, uint32_t b, uint32_t c) \
    { \
        return __dp2a_##half(a, b, c); \
    } \
    EMU_INLINE uint32_t emu_ptx_dp2a_##half##_s32_s32(uint32_t a, uint32_t b, uint32_t c) \
    { \
        return (uint32_t)__dp2a_##half((int)a, (int)b, (int)c); \
    }
EMU_PTX_DP2A(lo)
EMU_PTX_DP2A(hi)
#undef EMU_PTX_DP2A

// ---- Registers of several numbers ---------------------------------------------------------------

template <class T, class A, class B> EMU_INLINE T emu_ptx_pack(A a, B b)
{
    const int bits = 4 * sizeof(T);
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    return (T)(((uint64_t)a & mask) | ((uint64_t)b & mask) << bits);
}
template <class T, class A, class B, class C, class D> EMU_INLINE T emu_ptx_pack(A a, B b, C c, D d)
{
    const int bits = 2 * sizeof(T);
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    return (T)(((uint64_t)a & mask) | ((uint64_t)b & mask) << bits |
               ((uint64_t)c & mask) << 2 * bits | ((uint64_t)d & mask) << 3 * bits);
}
template <class T, int N> EMU_INLINE void emu_ptx_unpack(T *to, T from)
{
    const int bits = 8 * sizeof(T) / N;
    for (int i = 0; i < N; i++)
        to[i] = (T)((uint64_t)from >> i * bits & (((uint64_t)1 << bits) - 1));
}

#endif
