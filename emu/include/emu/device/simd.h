// SPDX-License-Identifier: MIT
//
// emu/device/simd.h: CUDA's SIMD intrinsics: a 32-bit word as two 16-bit or four 8-bit lanes, and
// the three-operand minimum and maximum family of compute capability 9.0 (DPX).
//
// The names: suffix 2 or 4 is the number of lanes, u or s means unsigned or signed, ss and us mean
// that the result saturates to the lane's signed or unsigned range instead of wrapping around.
#ifndef EMU_SIMD_H
#define EMU_SIMD_H

#include "../../emu.h"
#include "intrinsics.h"

EMU_INLINE int emu_clamp(int x, int lowest, int highest)
{
    return x < lowest ? lowest : x > highest ? highest : x;
}

// Defines name##2 and name##4: `expression` computes a lane of the result from the operands' lanes
// x and y, as int. Lanes are read as signed or unsigned; `low` and `high` are the limits of that
// type.
#define EMU_LANES(name, lanes, sign, bits, expression) \
    EMU_INLINE unsigned name(unsigned a, unsigned b) \
    { \
        const int mask = (1 << bits) - 1, low = emu_low_##sign##bits, high = low + mask; \
        unsigned result = 0; \
        for (int i = 0; i < lanes; i++) { \
            const int x = (int)emu_##sign##bits(a, i), y = (int)emu_##sign##bits(b, i); \
            (void)low, (void)high, (void)x, (void)y; \
            result |= (unsigned)((expression)&mask) << (bits * i); \
        } \
        return result; \
    }
#define EMU_LANES_BOTH(name, sign, expression) \
    EMU_LANES(name##2, 2, sign, 16, expression) \
    EMU_LANES(name##4, 4, sign, 8, expression)

enum { emu_low_s8 = -128, emu_low_u8 = 0, emu_low_s16 = -32768, emu_low_u16 = 0 };

EMU_LANES_BOTH(__vadd, u, x + y)
EMU_LANES_BOTH(__vaddss, s, emu_clamp(x + y, low, high))
EMU_LANES_BOTH(__vaddus, u, emu_clamp(x + y, low, high))
EMU_LANES_BOTH(__vsub, u, x - y)
EMU_LANES_BOTH(__vsubss, s, emu_clamp(x - y, low, high))
EMU_LANES_BOTH(__vsubus, u, emu_clamp(x - y, low, high))
EMU_LANES_BOTH(__vavgs, s, (x + y + (x + y >= 0)) >> 1) // halves are rounded away from zero
EMU_LANES_BOTH(__vavgu, u, (x + y + 1) >> 1)
EMU_LANES_BOTH(__vhaddu, u, (x + y) >> 1)
EMU_LANES_BOTH(__vabsdiffs, s, x > y ? x - y : y - x)
EMU_LANES_BOTH(__vabsdiffu, u, x > y ? x - y : y - x)
EMU_LANES_BOTH(__vmaxs, s, x > y ? x : y)
EMU_LANES_BOTH(__vmaxu, u, x > y ? x : y)
EMU_LANES_BOTH(__vmins, s, x < y ? x : y)
EMU_LANES_BOTH(__vminu, u, x < y ? x : y)

// Comparisons: __vcmp fills the lane with ones, __vset returns 1.
#define EMU_LANES_COMPARE(name, sign, relation) \
    EMU_LANES_BOTH(__vcmp##name, sign, -(x relation y)) \
    EMU_LANES_BOTH(__vset##name, sign, (x relation y))
EMU_LANES_COMPARE(eq, u, ==)
EMU_LANES_COMPARE(ne, u, !=)
EMU_LANES_COMPARE(ges, s, >=)
EMU_LANES_COMPARE(geu, u, >=)
EMU_LANES_COMPARE(gts, s, >)
EMU_LANES_COMPARE(gtu, u, >)
EMU_LANES_COMPARE(les, s, <=)
EMU_LANES_COMPARE(leu, u, <=)
EMU_LANES_COMPARE(lts, s, <)
EMU_LANES_COMPARE(ltu, u, <)

EMU_LANES(emu_abs_wrap2, 2, s, 16, x < 0 ? -x : x)
EMU_LANES(emu_abs_wrap4, 4, s, 8, x < 0 ? -x : x)
EMU_LANES(emu_abs_clamp2, 2, s, 16, emu_clamp(x < 0 ? -x : x, low, high))
EMU_LANES(emu_abs_clamp4, 4, s, 8, emu_clamp(x < 0 ? -x : x, low, high))

#undef EMU_LANES_COMPARE
#undef EMU_LANES_BOTH

EMU_INLINE unsigned __vabs2(unsigned a) { return emu_abs_wrap2(a, 0); }
EMU_INLINE unsigned __vabs4(unsigned a) { return emu_abs_wrap4(a, 0); }
EMU_INLINE unsigned __vabsss2(unsigned a) { return emu_abs_clamp2(a, 0); }
EMU_INLINE unsigned __vabsss4(unsigned a) { return emu_abs_clamp4(a, 0); }
EMU_INLINE unsigned __vneg2(unsigned a) { return __vsub2(0, a); }
EMU_INLINE unsigned __vneg4(unsigned a) { return __vsub4(0, a); }
EMU_INLINE unsigned __vnegss2(unsigned a) { return __vsubss2(0, a); }
EMU_INLINE unsigned __vnegss4(unsigned a) { return __vsubss4(0, a); }

// The sum of the lanes' absolute differences.
EMU_INLINE unsigned emu_sum_lanes2(unsigned a) { return emu_u16(a, 0) + emu_u16(a, 1); }
EMU_INLINE unsigned emu_sum_lanes4(unsigned a)
{
    return emu_u8(a, 0) + emu_u8(a, 1) + emu_u8(a, 2) + emu_u8(a, 3);
}
EMU_INLINE unsigned __vsads2(unsigned a, unsigned b) { return emu_sum_lanes2(__vabsdiffs2(a, b)); }
EMU_INLINE unsigned __vsads4(unsigned a, unsigned b) { return emu_sum_lanes4(__vabsdiffs4(a, b)); }
EMU_INLINE unsigned __vsadu2(unsigned a, unsigned b) { return emu_sum_lanes2(__vabsdiffu2(a, b)); }
EMU_INLINE unsigned __vsadu4(unsigned a, unsigned b) { return emu_sum_lanes4(__vabsdiffu4(a, b)); }

// ---- DPX: minimum and maximum of two or three, of a sum, with a floor at 0 (relu) ---------------

EMU_INLINE int emu_min_s(int a, int b) { return a < b ? a : b; }
EMU_INLINE int emu_max_s(int a, int b) { return a > b ? a : b; }
EMU_INLINE unsigned emu_min_u(unsigned a, unsigned b) { return a < b ? a : b; }
EMU_INLINE unsigned emu_max_u(unsigned a, unsigned b) { return a > b ? a : b; }
EMU_INLINE int emu_add_s(int a, int b) { return (int)((unsigned)a + (unsigned)b); }

EMU_INLINE int __vimax_s32_relu(int a, int b) { return emu_max_s(emu_max_s(a, b), 0); }
EMU_INLINE int __vimin_s32_relu(int a, int b) { return emu_max_s(emu_min_s(a, b), 0); }
EMU_INLINE int __vimax3_s32(int a, int b, int c) { return emu_max_s(emu_max_s(a, b), c); }
EMU_INLINE int __vimin3_s32(int a, int b, int c) { return emu_min_s(emu_min_s(a, b), c); }
EMU_INLINE unsigned __vimax3_u32(unsigned a, unsigned b, unsigned c)
{
    return emu_max_u(emu_max_u(a, b), c);
}
EMU_INLINE unsigned __vimin3_u32(unsigned a, unsigned b, unsigned c)
{
    return emu_min_u(emu_min_u(a, b), c);
}
EMU_INLINE int __vimax3_s32_relu(int a, int b, int c)
{
    return emu_max_s(__vimax3_s32(a, b, c), 0);
}
EMU_INLINE int __vimin3_s32_relu(int a, int b, int c)
{
    return emu_max_s(__vimin3_s32(a, b, c), 0);
}
EMU_INLINE int __viaddmax_s32(int a, int b, int c) { return emu_max_s(emu_add_s(a, b), c); }
EMU_INLINE int __viaddmin_s32(int a, int b, int c) { return emu_min_s(emu_add_s(a, b), c); }
EMU_INLINE unsigned __viaddmax_u32(unsigned a, unsigned b, unsigned c)
{
    return emu_max_u(a + b, c);
}
EMU_INLINE unsigned __viaddmin_u32(unsigned a, unsigned b, unsigned c)
{
    return emu_min_u(a + b, c);
}
EMU_INLINE int __viaddmax_s32_relu(int a, int b, int c)
{
    return emu_max_s(__viaddmax_s32(a, b, c), 0);
}
EMU_INLINE int __viaddmin_s32_relu(int a, int b, int c)
{
    return emu_max_s(__viaddmin_s32(a, b, c), 0);
}
// The b forms also return whether the result is the first operand.
EMU_INLINE int __vibmax_s32(int a, int b, bool *first) { return (*first = a >= b) ? a : b; }
EMU_INLINE int __vibmin_s32(int a, int b, bool *first) { return (*first = a <= b) ? a : b; }
EMU_INLINE unsigned __vibmax_u32(unsigned a, unsigned b, bool *first)
{
    return (*first = a >= b) ? a : b;
}
EMU_INLINE unsigned __vibmin_u32(unsigned a, unsigned b, bool *first)
{
    return (*first = a <= b) ? a : b;
}

// The same on two 16-bit lanes.
EMU_INLINE unsigned __vimax3_s16x2(unsigned a, unsigned b, unsigned c)
{
    return __vmaxs2(__vmaxs2(a, b), c);
}
EMU_INLINE unsigned __vimin3_s16x2(unsigned a, unsigned b, unsigned c)
{
    return __vmins2(__vmins2(a, b), c);
}
EMU_INLINE unsigned __vimax3_u16x2(unsigned a, unsigned b, unsigned c)
{
    return __vmaxu2(__vmaxu2(a, b), c);
}
EMU_INLINE unsigned __vimin3_u16x2(unsigned a, unsigned b, unsigned c)
{
    return __vminu2(__vminu2(a, b), c);
}
EMU_INLINE unsigned __viaddmax_s16x2(unsigned a, unsigned b, unsigned c)
{
    return __vmaxs2(__vadd2(a, b), c);
}
EMU_INLINE unsigned __viaddmin_s16x2(unsigned a, unsigned b, unsigned c)
{
    return __vmins2(__vadd2(a, b), c);
}
EMU_INLINE unsigned __viaddmax_u16x2(unsigned a, unsigned b, unsigned c)
{
    return __vmaxu2(__vadd2(a, b), c);
}
EMU_INLINE unsigned __viaddmin_u16x2(unsigned a, unsigned b, unsigned c)
{
    return __vminu2(__vadd2(a, b), c);
}
EMU_INLINE unsigned __vimax_s16x2_relu(unsigned a, unsigned b)
{
    return __vmaxs2(__vmaxs2(a, b), 0);
}
EMU_INLINE unsigned __vimin_s16x2_relu(unsigned a, unsigned b)
{
    return __vmaxs2(__vmins2(a, b), 0);
}
EMU_INLINE unsigned __vimax3_s16x2_relu(unsigned a, unsigned b, unsigned c)
{
    return __vmaxs2(__vimax3_s16x2(a, b, c), 0);
}
EMU_INLINE unsigned __vimin3_s16x2_relu(unsigned a, unsigned b, unsigned c)
{
    return __vmaxs2(__vimin3_s16x2(a, b, c), 0);
}
EMU_INLINE unsigned __viaddmax_s16x2_relu(unsigned a, unsigned b, unsigned c)
{
    return __vmaxs2(__viaddmax_s16x2(a, b, c), 0);
}
EMU_INLINE unsigned __viaddmin_s16x2_relu(unsigned a, unsigned b, unsigned c)
{
    return __vmaxs2(__viaddmin_s16x2(a, b, c), 0);
}

#undef EMU_LANES
#endif
