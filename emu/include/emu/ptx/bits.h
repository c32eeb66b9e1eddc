// SPDX-License-Identifier: MIT
//
// emu/ptx/bits.h: PTX's registers and types. A register is an unsigned integer of 16, 32 or 64
// bits, or a bool; an instruction interprets it as its own type.
#ifndef EMU_PTX_BITS_H
#define EMU_PTX_BITS_H

#include "../../emu.h"
#include "../float16/float16.h"
#include "../float16/round.h"

typedef uint8_t emu_ptx_u8, emu_ptx_b8;
typedef int8_t emu_ptx_s8;
typedef uint16_t emu_ptx_u16, emu_ptx_b16;
typedef int16_t emu_ptx_s16;
typedef uint32_t emu_ptx_u32, emu_ptx_b32;
typedef int32_t emu_ptx_s32;
typedef uint64_t emu_ptx_u64, emu_ptx_b64;
typedef int64_t emu_ptx_s64;
typedef float emu_ptx_f32;
typedef double emu_ptx_f64;
typedef bool emu_ptx_pred;
// 16-bit floating-point numbers stay bits: emu/ptx/half.h computes with them.
struct emu_ptx_f16 {
    uint16_t bits;
};
struct emu_ptx_bf16 {
    uint16_t bits;
};
struct emu_ptx_f16x2 {
    uint32_t bits;
};
struct emu_ptx_bf16x2 {
    uint32_t bits;
};

// ---- A register's bits as a type, and back ------------------------------------------------------

EMU_INLINE uint32_t emu_ptx_bits(float x) { return emu_float_bits(x); }
EMU_INLINE uint64_t emu_ptx_bits(double x) { return emu_double_bits(x); }
EMU_INLINE uint16_t emu_ptx_bits(emu_ptx_f16 x) { return x.bits; }
EMU_INLINE uint16_t emu_ptx_bits(emu_ptx_bf16 x) { return x.bits; }
EMU_INLINE uint32_t emu_ptx_bits(emu_ptx_f16x2 x) { return x.bits; }
EMU_INLINE uint32_t emu_ptx_bits(emu_ptx_bf16x2 x) { return x.bits; }
template <class T> EMU_INLINE T emu_ptx_bits(T x) { return x; }

// The second parameter selects the type. A decimal number such as 1.5 in an instruction is a
// double.
template <class R, class T> EMU_INLINE T emu_ptx_read(R bits, T *) { return (T)bits; }
template <class R> EMU_INLINE float emu_ptx_read(R bits, float *)
{
    return emu_float_from_bits((uint32_t)bits);
}
template <class R> EMU_INLINE double emu_ptx_read(R bits, double *)
{
    return emu_double_from_bits((uint64_t)bits);
}
EMU_INLINE float emu_ptx_read(double number, float *) { return (float)number; }
EMU_INLINE double emu_ptx_read(double number, double *) { return number; }
#define EMU_PTX_READ(type, word) \
    template <class R> EMU_INLINE type emu_ptx_read(R bits, type *) { return type{(word)bits}; }
EMU_PTX_READ(emu_ptx_f16, uint16_t)
EMU_PTX_READ(emu_ptx_bf16, uint16_t)
EMU_PTX_READ(emu_ptx_f16x2, uint32_t)
EMU_PTX_READ(emu_ptx_bf16x2, uint32_t)
#undef EMU_PTX_READ

template <class T, class R> EMU_INLINE T emu_ptx_as(R bits)
{
    return emu_ptx_read(bits, (T *)nullptr);
}

// Stores the result of an instruction: signed values are sign-extended to a wider register.
template <class R, class T> EMU_INLINE void emu_ptx_put(R &to, T value)
{
    to = (R)emu_ptx_bits(value);
}

template <class T, int N> struct emu_ptx_list {
    T at[N];
};

// ---- Operands of the asm statement --------------------------------------------------------------

template <class T> EMU_INLINE uint16_t emu_ptx_in_h(T x) { return (uint16_t)x; }
template <class T> EMU_INLINE uint32_t emu_ptx_in_r(T x) { return (uint32_t)x; }
template <class T> EMU_INLINE uint64_t emu_ptx_in_l(T x) { return (uint64_t)x; }
template <class T> EMU_INLINE uint64_t emu_ptx_in_l(T *p) { return (uint64_t)(size_t)p; }
template <class T> EMU_INLINE uint64_t emu_ptx_in_n(T x) { return (uint64_t)x; }
EMU_INLINE uint32_t emu_ptx_in_f(float x) { return emu_float_bits(x); }
EMU_INLINE uint64_t emu_ptx_in_d(double x) { return emu_double_bits(x); }
uint32_t emu_ptx_in_r(float) = delete;  // the constraint must be "f"
uint64_t emu_ptx_in_l(double) = delete; // the constraint must be "d"

// The address of a variable; T: the type of the operand as declared. nullptr for a value, and for a
// variable that the function has for itself.
template <class T> struct emu_ptx_is_place {
    static constexpr bool value = false;
};
template <class T> struct emu_ptx_is_place<T &> {
    static constexpr bool value = true;
};
template <class T, class R> EMU_INLINE const void *emu_ptx_place(const R &x)
{
    return emu_ptx_is_place<T>::value ? (const void *)__builtin_addressof(x) : nullptr;
}

template <class T, class R> EMU_INLINE void emu_ptx_out(T &to, R bits) { to = (T)bits; }
template <class T, class R> EMU_INLINE void emu_ptx_out(T *&to, R bits) { to = (T *)(size_t)bits; }
template <class R> EMU_INLINE void emu_ptx_out(float &to, R bits)
{
    to = emu_float_from_bits((uint32_t)bits);
}
template <class R> EMU_INLINE void emu_ptx_out(double &to, R bits)
{
    to = emu_double_from_bits((uint64_t)bits);
}

#endif
