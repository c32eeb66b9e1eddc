// SPDX-License-Identifier: MIT
#include "float16_exact.h"

#include <math.h>

// ---- Exact numbers ------------------------------------------------------------------------------

// A two's complement fixed-point number; the lowest bit counts 2^-300. The smallest product of the
// reference is a bfloat16 subnormal times half of one, 2^-267, the largest number is below 2^258.
enum { LIMBS = 10, LOWEST_EXPONENT = -300 };

struct exact {
    uint64_t limb[LIMBS];
};

// x += n * 2^exponent, n of at most 40 bits
static void exact_add(struct exact *x, int64_t n, int exponent)
{
    const int shift = exponent - LOWEST_EXPONENT;
    const uint64_t magnitude = n < 0 ? (uint64_t)-n : (uint64_t)n;
    const int first = shift / 64, bit = shift % 64;
    const uint64_t part[2] = {magnitude << bit, bit ? magnitude >> (64 - bit) : 0};
    uint64_t carry = n < 0;
    for (int i = 0; i < LIMBS; i++) {
        uint64_t add = i == first ? part[0] : i == first + 1 ? part[1] : 0;
        if (n < 0)
            add = ~add;
        const uint64_t sum = x->limb[i] + add, total = sum + carry;
        carry = sum < add || total < sum;
        x->limb[i] = total;
    }
}

static int exact_sign(const struct exact *x)
{
    if (x->limb[LIMBS - 1] >> 63)
        return -1;
    for (int i = 0; i < LIMBS; i++)
        if (x->limb[i])
            return 1;
    return 0;
}

// ---- The two formats ----------------------------------------------------------------------------

const struct format half = {"half", 10, 15, 0x7C00};
const struct format bfloat16 = {"bfloat16", 7, 127, 0x7F80};

bool is_nan(const struct format *f, int bits) { return (bits & 0x7FFF) > f->infinity; }

// Returns the magnitude that the bits represent.
static struct scaled magnitude_of(const struct format *f, int bits)
{
    const int field = (bits & 0x7FFF) >> f->fraction_bits;
    const int fraction = bits & ((1 << f->fraction_bits) - 1);
    if (field == 0)
        return (struct scaled){fraction, 1 - f->bias - f->fraction_bits};
    return (struct scaled){fraction + (1 << f->fraction_bits), field - f->bias - f->fraction_bits};
}

static struct scaled value_of(const struct format *f, int bits)
{
    struct scaled v = magnitude_of(f, bits);
    if (bits & 0x8000)
        v.n = -v.n;
    return v;
}

double double_of(const struct format *f, int bits)
{
    const struct scaled v = value_of(f, bits);
    return ldexp((double)v.n, v.exponent);
}

struct scaled middle_after(const struct format *f, int bits)
{
    const struct scaled a = magnitude_of(f, bits), b = magnitude_of(f, bits + 1);
    // b is at most one binade above a: convert both to a's exponent and halve the sum.
    return (struct scaled){a.n + (b.n << (b.exponent - a.exponent)), a.exponent - 1};
}

// Returns the sign of |exact result| - m, for finite operands. `negative`: the result is negative.
static int compare_with(const struct format *f, enum op op, int a, int b, int c, bool negative,
                        struct scaled m)
{
    const struct scaled x = value_of(f, a), y = value_of(f, b), z = value_of(f, c);
    struct exact difference = {{0}};
    const int64_t s = negative ? -1 : 1;
    switch (op) {
    case ADD:
        exact_add(&difference, s * x.n, x.exponent);
        exact_add(&difference, s * y.n, y.exponent);
        exact_add(&difference, -m.n, m.exponent);
        break;
    case FMA: exact_add(&difference, s * z.n, z.exponent); // fall through
    case MUL:
        exact_add(&difference, s * x.n * y.n, x.exponent + y.exponent);
        exact_add(&difference, -m.n, m.exponent);
        break;
    case DIV: // |x| / |y| > m  <=>  |x| - |y| m > 0
        exact_add(&difference, x.n < 0 ? -x.n : x.n, x.exponent);
        exact_add(&difference, -(y.n < 0 ? -y.n : y.n) * m.n, y.exponent + m.exponent);
        break;
    case SQRT:
        exact_add(&difference, x.n, x.exponent);
        exact_add(&difference, -m.n * m.n, 2 * m.exponent);
        break;
    }
    return exact_sign(&difference);
}

// Returns the correctly rounded bits of a finite, non-zero exact result.
static int reference(const struct format *f, enum op op, int a, int b, int c, bool negative)
{
    // Counts the midpoints below the result. A midpoint that is equal to it counts after an odd
    // number, so that ties go to even.
    int low = 0, high = f->infinity;
    while (low < high) {
        const int middle = (low + high) / 2;
        const int sign = compare_with(f, op, a, b, c, negative, middle_after(f, middle));
        if (sign > 0 || (sign == 0 && middle % 2 == 1))
            low = middle + 1;
        else
            high = middle;
    }
    return (negative ? 0x8000 : 0) | low;
}

// The result according to IEEE 754: for special operands from double arithmetic (which has the same
// rules), otherwise from the exact reference.
int expected(const struct format *f, enum op op, int a, int b, int c)
{
    const bool special =
        (a & 0x7FFF) >= f->infinity || (b & 0x7FFF) >= f->infinity || (c & 0x7FFF) >= f->infinity;
    const int any_nan = is_nan(f, a) || is_nan(f, b) || is_nan(f, c);
    if (any_nan)
        return 0x7FFF;
    double x = double_of(f, a), y = double_of(f, b), z = double_of(f, c);
    if (special) {
        x = (a & 0x7FFF) == f->infinity ? copysign(INFINITY, x) : x;
        y = (b & 0x7FFF) == f->infinity ? copysign(INFINITY, y) : y;
        z = (c & 0x7FFF) == f->infinity ? copysign(INFINITY, z) : z;
    }
    // The exact numbers have no signed zeros.
    if ((a & 0x7FFF) == 0)
        x = a & 0x8000 ? -0.0 : 0.0;
    if ((b & 0x7FFF) == 0)
        y = b & 0x8000 ? -0.0 : 0.0;
    if ((c & 0x7FFF) == 0)
        z = c & 0x8000 ? -0.0 : 0.0;
    // The sign, zeros and special results of double are those of the narrow type, because a double
    // sum or product of these operands never rounds to zero.
    const double r = op == ADD   ? x + y
                     : op == MUL ? x * y
                     : op == DIV ? x / y
                     : op == FMA ? x * y + z
                                 : sqrt(x);
    if (isnan(r))
        return 0x7FFF;
    if (isinf(r) || r == 0)
        return (signbit(r) ? 0x8000 : 0) | (r == 0 ? 0 : f->infinity);
    return reference(f, op, a, b, c, signbit(r));
}
