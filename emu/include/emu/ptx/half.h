// SPDX-License-Identifier: MIT
//
// emu/ptx/half.h: PTX's arithmetic of f16, bf16 and pairs of them.
#ifndef EMU_PTX_HALF_H
#define EMU_PTX_HALF_H

#include "bits.h"
#include "float.h"

// One operation of `family` (half, bfloat16) for one number and for two.
#define EMU_PTX_HALF_2(name, family, one, two, value) \
    EMU_INLINE uint16_t emu_ptx_##family##_##name(uint16_t a, uint16_t b) { return value; } \
    EMU_INLINE uint16_t emu_ptx_half_##name(one a, one b) \
    { \
        return emu_ptx_##family##_##name(a.bits, b.bits); \
    } \
    EMU_INLINE uint32_t emu_ptx_half_##name(two a, two b) \
    { \
        return emu_ptx_##family##_##name((uint16_t)a.bits, (uint16_t)b.bits) | \
               (uint32_t)emu_ptx_##family##_##name((uint16_t)(a.bits >> 16), \
                                                   (uint16_t)(b.bits >> 16)) \
                   << 16; \
    }
#define EMU_PTX_HALF_1(name, family, one, two, value) \
    EMU_INLINE uint16_t emu_ptx_##family##_##name(uint16_t a) { return value; } \
    EMU_INLINE uint16_t emu_ptx_half_##name(one a) { return emu_ptx_##family##_##name(a.bits); } \
    EMU_INLINE uint32_t emu_ptx_half_##name(two a) \
    { \
        return emu_ptx_##family##_##name((uint16_t)a.bits) | \
               (uint32_t)emu_ptx_##family##_##name((uint16_t)(a.bits >> 16)) << 16; \
    }
#define EMU_PTX_HALF(family, one, two) \
    EMU_PTX_HALF_2(add, family, one, two, emu_##family##_add(a, b)) \
    EMU_PTX_HALF_2(sub, family, one, two, emu_##family##_sub(a, b)) \
    EMU_PTX_HALF_2(mul, family, one, two, emu_##family##_mul(a, b)) \
    EMU_PTX_HALF_2(min, family, one, two, \
                   emu_##family##_from_float( \
                       emu_ptx_min_(emu_##family##_to_float(a), emu_##family##_to_float(b)))) \
    EMU_PTX_HALF_2(max, family, one, two, \
                   emu_##family##_from_float( \
                       emu_ptx_max_(emu_##family##_to_float(a), emu_##family##_to_float(b)))) \
    EMU_PTX_HALF_2(minNaN, family, one, two, \
                   emu_##family##_from_float( \
                       emu_ptx_min_NaN(emu_##family##_to_float(a), emu_##family##_to_float(b)))) \
    EMU_PTX_HALF_2(maxNaN, family, one, two, \
                   emu_##family##_from_float( \
                       emu_ptx_max_NaN(emu_##family##_to_float(a), emu_##family##_to_float(b)))) \
    EMU_PTX_HALF_1(, family, one, two, a) \
    EMU_PTX_HALF_1(sat, family, one, two, \
                   emu_##family##_from_float(emu_ptx_sat_sat(emu_##family##_to_float(a)))) \
    EMU_PTX_HALF_1(relu, family, one, two, \
                   emu_##family##_to_float(a) != emu_##family##_to_float(a) ? 0x7FFF \
                   : a >> 15                                                ? 0 \
                                                                            : a) \
    EMU_PTX_HALF_1(abs, family, one, two, (uint16_t)(a & 0x7FFF)) \
    EMU_PTX_HALF_1(neg, family, one, two, (uint16_t)(a ^ 0x8000)) \
    EMU_PTX_HALF_1(ex2, family, one, two, \
                   emu_##family##_from_double(exp2((double)emu_##family##_to_float(a)))) \
    EMU_PTX_HALF_1(tanh, family, one, two, \
                   emu_##family##_from_double(tanh((double)emu_##family##_to_float(a)))) \
    EMU_INLINE uint16_t emu_ptx_half_fma(one a, one b, one c) \
    { \
        return emu_##family##_fma(a.bits, b.bits, c.bits); \
    } \
    EMU_INLINE uint32_t emu_ptx_half_fma(two a, two b, two c) \
    { \
        return emu_##family##_fma((uint16_t)a.bits, (uint16_t)b.bits, (uint16_t)c.bits) | \
               (uint32_t)emu_##family##_fma((uint16_t)(a.bits >> 16), (uint16_t)(b.bits >> 16), \
                                            (uint16_t)(c.bits >> 16)) \
                   << 16; \
    }
EMU_PTX_HALF(half, emu_ptx_f16, emu_ptx_f16x2)
EMU_PTX_HALF(bfloat16, emu_ptx_bf16, emu_ptx_bf16x2)
#undef EMU_PTX_HALF
#undef EMU_PTX_HALF_1
#undef EMU_PTX_HALF_2

#endif
