// SPDX-License-Identifier: MIT
//
// test_float16.c: half and bfloat16 of the emulated GPU against exact arithmetic (float16_exact.h).
#include <criterion/criterion.h>
#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "emu/float16/float16.h"
#include "../support/float16_exact.h"

static int compute(const struct format *f, enum op op, int a, int b, int c)
{
    const uint16_t x = (uint16_t)a, y = (uint16_t)b, z = (uint16_t)c;
    if (f == &half)
        return op == ADD   ? emu_half_add(x, y)
               : op == MUL ? emu_half_mul(x, y)
               : op == DIV ? emu_half_div(x, y)
               : op == FMA ? emu_half_fma(x, y, z)
                           : emu_half_sqrt(x);
    return op == ADD   ? emu_bfloat16_add(x, y)
           : op == MUL ? emu_bfloat16_mul(x, y)
           : op == DIV ? emu_bfloat16_div(x, y)
           : op == FMA ? emu_bfloat16_fma(x, y, z)
                       : emu_bfloat16_sqrt(x);
}

static void check(const struct format *f, enum op op, int a, int b, int c)
{
    const int got = compute(f, op, a, b, c), want = expected(f, op, a, b, c);
    if (got != want)
        cr_assert_fail("%s op %d of %04x %04x %04x: got %04x, exact %04x", f->name, (int)op,
                       (unsigned)a, (unsigned)b, (unsigned)c, (unsigned)got, (unsigned)want);
}

static uint64_t random_state;

static uint32_t random_bits(void) // xorshift64*
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 0x2545F4914F6CDD1DULL) >> 32);
}

static int random16(void) { return (int)(random_bits() & 0xFFFF); }

// ---- Conversions --------------------------------------------------------------------------------

static uint16_t from_double(const struct format *f, double x, enum emu_rounding mode)
{
    return f == &half ? emu_half_from_double_rounded(x, mode)
                      : emu_bfloat16_from_double_rounded(x, mode);
}

// Rounds x by comparing it with the type's numbers, which double represents exactly.
static int round_by_search(const struct format *f, double x, enum emu_rounding mode)
{
    if (isnan(x))
        return 0x7FFF;
    const int sign = signbit(x) ? 0x8000 : 0;
    const double magnitude = fabs(x);
    int below = 0, high = f->infinity; // the largest finite number that is not above x
    while (high - below > 1) {
        const int middle = (below + high) / 2;
        if (double_of(f, middle) <= magnitude)
            below = middle;
        else
            high = middle;
    }
    const double low_value = double_of(f, below), high_value = double_of(f, below + 1);
    if (magnitude == low_value)
        return sign | below;
    if (isinf(x))
        return sign | f->infinity;
    bool up = false;
    if (mode == EMU_RN) {
        const double middle = (low_value + high_value) / 2;
        up = magnitude > middle || (magnitude == middle && below % 2 == 1);
    } else if (mode != EMU_RZ) {
        up = (mode == EMU_RU) == (sign == 0);
    }
    return sign | (below + up);
}

static void check_conversion(const struct format *f, double x)
{
    for (int mode = EMU_RN; mode <= EMU_RU; mode++) {
        const int got = from_double(f, x, (enum emu_rounding)mode);
        const int want = round_by_search(f, x, (enum emu_rounding)mode);
        if (got != want)
            cr_assert_fail("%s of %a, direction %d: got %04x, exact %04x", f->name, x, mode,
                           (unsigned)got, (unsigned)want);
    }
}

static void check_float_conversion(const struct format *f, float x)
{
    check_conversion(f, (double)x);
    const int got = f == &half ? emu_half_from_float(x) : emu_bfloat16_from_float(x);
    const int want = from_double(f, (double)x, EMU_RN);
    if (got != want)
        cr_assert_fail("%s of the float %a: got %04x, exact %04x", f->name, (double)x,
                       (unsigned)got, (unsigned)want);
}

static void check_every_number(const struct format *f)
{
    for (int bits = 0; bits < 0x10000; bits++) {
        const uint16_t h = (uint16_t)bits;
        const float x = f == &half ? emu_half_to_float(h) : emu_bfloat16_to_float(h);
        const int back = f == &half ? emu_half_from_float(x) : emu_bfloat16_from_float(x);
        if (is_nan(f, bits)) {
            cr_assert(isnan(x), "%s %04x", f->name, (unsigned)bits);
            cr_assert_eq(back, 0x7FFF);
            continue;
        }
        const bool infinite = (bits & 0x7FFF) == f->infinity;
        const double want = infinite ? (double)INFINITY : fabs(double_of(f, bits));
        cr_assert(fabs((double)x) == want && !signbit(x) == !(bits & 0x8000), "%s %04x is %a",
                  f->name, (unsigned)bits, (double)x);
        cr_assert_eq(back, bits, "%s %04x came back as %04x", f->name, (unsigned)bits,
                     (unsigned)back);
    }
}

Test(float16, every_half_there_and_back) { check_every_number(&half); }
Test(float16, every_bfloat16_there_and_back) { check_every_number(&bfloat16); }

// Each number of the type, each midpoint between two, and the floats and doubles next to them.
static void check_boundaries(const struct format *f)
{
    for (int bits = 0; bits < f->infinity; bits++) {
        const double a = double_of(f, bits), b = double_of(f, bits + 1),
                     points[2] = {a, (a + b) / 2};
        for (int i = 0; i < 2; i++) {
            float below = (float)points[i], above = below;
            for (int step = 0; step < 3; step++) {
                check_float_conversion(f, below);
                check_float_conversion(f, -above);
                below = nextafterf(below, -INFINITY);
                above = nextafterf(above, INFINITY);
            }
            check_conversion(f, nextafter(points[i], -INFINITY));
            check_conversion(f, nextafter(points[i], INFINITY));
            check_conversion(f, -nextafter(points[i], INFINITY));
        }
    }
}

Test(float16, half_from_float_at_every_boundary) { check_boundaries(&half); }
Test(float16, bfloat16_from_float_at_every_boundary) { check_boundaries(&bfloat16); }

static void check_all_floats_in_steps(const struct format *f)
{
    const uint32_t step = 4801; // a prime: every exponent, all kinds of fractions
    for (uint64_t bits = 0; bits < (uint64_t)1 << 32; bits += step)
        check_float_conversion(f, emu_float_from_bits((uint32_t)bits));
}

Test(float16, half_from_floats_of_every_size) { check_all_floats_in_steps(&half); }
Test(float16, bfloat16_from_floats_of_every_size) { check_all_floats_in_steps(&bfloat16); }

#ifdef __FLT16_MANT_DIG__
// The compiler's own half type, if it has one.
Test(float16, half_from_float_as_the_compiler_does)
{
    for (uint64_t i = 0; i < (uint64_t)1 << 32; i += 997) {
        const float x = emu_float_from_bits((uint32_t)i);
        if (isnan(x))
            continue;
        const _Float16 h = (_Float16)x;
        uint16_t bits;
        memcpy(&bits, &h, sizeof bits);
        if (bits != emu_half_from_float(x))
            cr_assert_fail("half of %a: got %04x, the compiler %04x", (double)x,
                           (unsigned)emu_half_from_float(x), (unsigned)bits);
    }
}
#endif

Test(float16, directions_at_the_ends_of_the_range)
{
    cr_assert_eq(emu_half_from_double(65519.99), 0x7BFF);
    cr_assert_eq(emu_half_from_double(65520.0), 0x7C00);
    cr_assert_eq(emu_half_from_double_rounded(1e300, EMU_RZ), 0x7BFF);
    cr_assert_eq(emu_half_from_double_rounded(-1e300, EMU_RU), 0xFBFF);
    cr_assert_eq(emu_half_from_double_rounded(-1e300, EMU_RD), 0xFC00);
    cr_assert_eq(emu_half_from_double_rounded((double)INFINITY, EMU_RZ), 0x7C00);
    cr_assert_eq(emu_half_from_double_rounded(1e-300, EMU_RU), 0x0001);
    cr_assert_eq(emu_half_from_double_rounded(-1e-300, EMU_RN), 0x8000);
    cr_assert_eq(emu_half_from_double_rounded(5e-324, EMU_RU), 0x0001);
    cr_assert_eq(emu_half_from_float(-NAN), 0x7FFF);
    cr_assert_eq(emu_bfloat16_from_float(-NAN), 0x7FFF);
    cr_assert_eq(emu_bfloat16_from_float(3.4e38f), 0x7F80);
    cr_assert_eq(emu_bfloat16_from_double_rounded(3.4e38, EMU_RZ), 0x7F7F);
}

// ---- Arithmetic ---------------------------------------------------------------------------------

// Every pair of exponents, both signs, with fractions that cause carries, ties and long results.
static void check_all_exponents(const struct format *f, enum op op, int exponent_step)
{
    const int last = (1 << f->fraction_bits) - 1;
    const int fractions[] = {0, 1, last / 3, last / 2, last / 2 + 1, last - 1, last};
    enum { FRACTIONS = sizeof fractions / sizeof fractions[0] };
    const int fields = f->infinity >> f->fraction_bits;
    for (int ea = 0; ea <= fields; ea += exponent_step)
        for (int eb = 0; eb <= fields; eb++)
            for (int i = 0; i < FRACTIONS * FRACTIONS; i++) {
                const int a = ea << f->fraction_bits | fractions[i / FRACTIONS];
                const int b = eb << f->fraction_bits | fractions[i % FRACTIONS];
                check(f, op, a, b, 0);
                check(f, op, a, b | 0x8000, 0);
            }
}

Test(float16, half_add_every_exponent) { check_all_exponents(&half, ADD, 1); }
Test(float16, half_mul_every_exponent) { check_all_exponents(&half, MUL, 1); }
Test(float16, half_div_every_exponent) { check_all_exponents(&half, DIV, 1); }
Test(float16, bfloat16_add_every_exponent) { check_all_exponents(&bfloat16, ADD, 5); }
Test(float16, bfloat16_mul_every_exponent) { check_all_exponents(&bfloat16, MUL, 5); }
Test(float16, bfloat16_div_every_exponent) { check_all_exponents(&bfloat16, DIV, 5); }

static void check_random(const struct format *f, enum op op, int count)
{
    random_state = 0x9E3779B97F4A7C15ULL + (uint64_t)op;
    for (int i = 0; i < count; i++)
        check(f, op, random16(), random16(), op == FMA ? random16() : 0);
}

Test(float16, half_add_random) { check_random(&half, ADD, 300000); }
Test(float16, half_mul_random) { check_random(&half, MUL, 300000); }
Test(float16, half_div_random) { check_random(&half, DIV, 300000); }
Test(float16, half_fma_random) { check_random(&half, FMA, 500000); }
Test(float16, bfloat16_add_random) { check_random(&bfloat16, ADD, 300000); }
Test(float16, bfloat16_mul_random) { check_random(&bfloat16, MUL, 300000); }
Test(float16, bfloat16_div_random) { check_random(&bfloat16, DIV, 300000); }
Test(float16, bfloat16_fma_random) { check_random(&bfloat16, FMA, 500000); }

// Ten million sums and products, which double represents exactly, compared with the conversion that
// the tests above have checked.
Test(float16, half_add_and_mul_many)
{
    random_state = 1;
    for (int i = 0; i < 10000000; i++) {
        const uint32_t r = random_bits();
        const uint16_t a = (uint16_t)r, b = (uint16_t)(r >> 16);
        const double x = (double)emu_half_to_float(a), y = (double)emu_half_to_float(b);
        if (emu_half_add(a, b) != emu_half_from_double(x + y) ||
            emu_half_mul(a, b) != emu_half_from_double(x * y))
            cr_assert_fail("%04x and %04x", (unsigned)a, (unsigned)b);
    }
}

Test(float16, sqrt_of_every_number)
{
    for (int bits = 0; bits < 0x10000; bits++) {
        check(&half, SQRT, bits, 0, 0);
        check(&bfloat16, SQRT, bits, 0, 0);
    }
}

// The hard cases of an fma: products that the third operand moves close to a midpoint, where a
// second rounding would go wrong.
static void check_fma_near_middles(const struct format *f, int count)
{
    random_state = 2;
    for (int i = 0; i < count; i++) {
        const int a = random16(), b = random16(), target = random16() & 0x7FFF;
        if ((a & 0x7FFF) >= f->infinity || (b & 0x7FFF) >= f->infinity || target >= f->infinity)
            continue;
        const struct scaled middle = middle_after(f, target);
        const double wanted = ldexp((double)middle.n, middle.exponent);
        const double product = double_of(f, a) * double_of(f, b);
        const int c = from_double(f, wanted - product, EMU_RN);
        for (int near = c - 1; near <= c + 1; near++)
            check(f, FMA, a, b, near & 0xFFFF);
        // and a product far below the last bit of a c next to a midpoint
        check(f, FMA, a & 0x83FF, b & 0x83FF, target);
    }
}

// A sum that differs from a midpoint only by a tiny product: rounding twice gets this wrong.
Test(float16, fma_rounds_once)
{
    // 1 + 2^-11 is a midpoint; a product of 2^-11 (1 + 2^-10) is above it
    cr_assert_eq(emu_half_fma(0x1000, 0x3C01, 0x3C00), 0x3C01);
    cr_assert_eq(emu_half_fma(0x1000, 0x3C00, 0x3C00), 0x3C00); // the tie goes to even
    cr_assert_eq(emu_half_fma(0x1000, 0x3BFF, 0x3C00), 0x3C00);
    // 2^-24 * 2^-24 moves a result of 40 bits off the midpoint
    check(&half, FMA, 0x0001, 0x0001, 0x7BFF);
    check(&half, FMA, 0x0001, 0x8001, 0x0001);
    check(&bfloat16, FMA, 0x0001, 0x0001, 0x3F80);
}

Test(float16, half_fma_near_middles) { check_fma_near_middles(&half, 100000); }
Test(float16, bfloat16_fma_near_middles) { check_fma_near_middles(&bfloat16, 100000); }

// ---- The basis of device intrinsics: directed rounding to float ---------------------------------

static const int DIRECTION[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

static float random_float(void)
{
    // Half of the time close to 1, so that the operands' bits overlap.
    uint32_t bits = random_bits();
    if (random_bits() & 1)
        bits = (bits & 0x80FFFFFF) | 0x3C000000 | (random_bits() & 0x03000000);
    const float x = emu_float_from_bits(bits);
    return isfinite(x) ? x : 1.0f;
}

Test(float16, directed_float_sums_and_products)
{
    random_state = 3;
    for (int i = 0; i < 400000; i++) {
        volatile float a = random_float(), b = random_float(), c = random_float();
        const int mode = i % 4;
        fesetround(DIRECTION[mode]);
        volatile float sum = a + b;
        volatile float product = a * b;
        volatile float fused = fmaf(a, b, c);
        fesetround(FE_TONEAREST);
        const enum emu_rounding m = (enum emu_rounding)mode;
        const float got_sum = emu_round_to_float(emu_add_to_odd((double)a, (double)b), m);
        const float got_product = emu_round_to_float((double)a * (double)b, m);
        const float got_fused =
            emu_round_to_float(emu_add_to_odd((double)a * (double)b, (double)c), m);
        cr_assert(got_sum == sum && got_product == product && got_fused == fused,
                  "%a %a %a, direction %d", (double)a, (double)b, (double)c, mode);
    }
}

Test(float16, integers_of_64_bits_to_float)
{
    random_state = 4;
    for (int i = 0; i < 400000; i++) {
        const int shift = i % 64, mode = i % 4;
        const uint64_t bits = (uint64_t)random_bits() << 32 | random_bits();
        const int64_t n = bits & 1 ? (int64_t)(bits >> 1 >> shift) : -(int64_t)(bits >> 1 >> shift);
        fesetround(DIRECTION[mode]);
        volatile int64_t source = n;
        volatile float want = (float)source;
        fesetround(FE_TONEAREST);
        const float got = emu_round_to_float(emu_odd_from_s64(n), (enum emu_rounding)mode);
        cr_assert(got == want, "%lld, direction %d: %a, not %a", (long long)n, mode, (double)got,
                  (double)want);
    }
    cr_assert_eq(emu_odd_from_u64(~(uint64_t)0), 18446744073709549568.0); // 2^64 - 2^11
}
