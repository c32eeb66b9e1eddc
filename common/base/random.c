// SPDX-License-Identifier: MIT
#include "random.h"

#include <math.h>

// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
uint64_t random_bits(uint64_t seed, uint64_t index)
{
    uint64_t z = seed * 0xD1B54A32D192ED03u + (index + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// ---- Series in fixed point -----------------------------------------------------------------------
//
// A sum below 4 is stored in 64 bits, 62 of them for its fraction: ONE is 1. An argument is below
// 1, and stored with 64 bits of fraction. Each series ends before the first term below 2^-62.

#define ONE ((uint64_t)1 << 62)

enum { LOG_TERMS = 12, CIRCLE_TERMS = 10, EXP_TERMS = 19 };

static const uint64_t LOG_2 = 0xB17217F7D1CF79AB, QUARTER_PI = 0xC90FDAA22168C234;

static const uint64_t one_over_odd[LOG_TERMS] = {
    ONE,      ONE / 3,  ONE / 5,  ONE / 7,  ONE / 9,  ONE / 11,
    ONE / 13, ONE / 15, ONE / 17, ONE / 19, ONE / 21, ONE / 23,
};
static const uint64_t one_over_factorial[2 * CIRCLE_TERMS] = {
    ONE,
    ONE,
    ONE / 2,
    ONE / 6,
    ONE / 24,
    ONE / 120,
    ONE / 720,
    ONE / 5040,
    ONE / 40320,
    ONE / 362880,
    ONE / 3628800,
    ONE / 39916800,
    ONE / 479001600,
    ONE / 6227020800,
    ONE / 87178291200,
    ONE / 1307674368000,
    ONE / 20922789888000,
    ONE / 355687428096000,
    ONE / 6402373705728000,
    ONE / 121645100408832000,
};

// x y, with as many bits of fraction as y; x is an argument.
static uint64_t product(uint64_t x, uint64_t y)
{
    return (uint64_t)((unsigned __int128)x * y >> 64);
}

static uint64_t from_double(double x) { return (uint64_t)(x * 0x1p64); }

// x / 1 + x^3 / 3 + x^5 / 5 + ... for x <= 0.172
static uint64_t inverse_tanh(uint64_t x)
{
    const uint64_t square = product(x, x);
    uint64_t sum = 0;
    for (int i = LOG_TERMS; i-- > 0;)
        sum = one_over_odd[i] + product(square, sum);
    return product(x, sum);
}

// cos(x), or sin(x), for x <= pi / 4
static uint64_t circle(uint64_t x, int is_sine)
{
    const uint64_t square = product(x, x);
    uint64_t sum = 0;
    for (int i = CIRCLE_TERMS; i-- > 0;)
        sum = one_over_factorial[2 * i + is_sine] - product(square, sum);
    return is_sine ? product(x, sum) : sum;
}

// e^x for x <= log(2)
static uint64_t exponential(uint64_t x)
{
    uint64_t sum = 0;
    for (int i = EXP_TERMS; i-- > 0;)
        sum = one_over_factorial[i] + product(x, sum);
    return sum;
}

// ---- Numbers -------------------------------------------------------------------------------------

// -2 log(u) for u = (bits + 1/2) / 2^32. With w = 2^33 u, and the power of two next to it,
//     log(w / 2^e) = 2 atanh((w - 2^e) / (w + 2^e))
static double minus_two_log(uint32_t bits)
{
    const uint64_t w = 2 * (uint64_t)bits + 1;
    int e = 63 - __builtin_clzll(w);
    // Above 2^e sqrt(2) (2^31.5 is 0xB504F333.F9...), the next power is nearer.
    e += w << (63 - e) >> 32 >= 0xB504F334;
    const uint64_t power = (uint64_t)1 << e;
    const uint64_t difference = w < power ? power - w : w - power;
    const uint64_t half = inverse_tanh(from_double((double)difference / (double)(w + power)));

    // From here on with 57 bits of fraction: the result may reach 46.
    const uint64_t of_power = product(LOG_2, 2 * (33 - (uint64_t)e) << 57);
    const uint64_t of_rest = half >> 3; // 4 half / 2^5
    return (double)(w < power ? of_power + of_rest : of_power - of_rest) * 0x1p-57;
}

// cos(2 pi v) for v = bits / 2^32
static double cosine_of_turn(uint32_t bits)
{
    enum { EIGHTH_BITS = 29 };
    const uint32_t eighth = bits >> EIGHTH_BITS, whole = (uint32_t)1 << EIGHTH_BITS;
    const uint32_t beyond = bits & (whole - 1);
    // Odd eighths are those before an axis, whose mirror image is an even one.
    const uint32_t from_axis = eighth % 2 ? whole - beyond : beyond;
    const uint64_t x = (uint64_t)((unsigned __int128)QUARTER_PI * from_axis >> EIGHTH_BITS);
    const double size = (double)circle(x, (eighth + 1) / 2 % 2) * 0x1p-62;
    return eighth >= 2 && eighth < 6 ? -size : size;
}

// Box and Muller: two uniform numbers, 32 bits each, give one normal number.
double random_normal(uint64_t bits)
{
    return sqrt(minus_two_log((uint32_t)(bits >> 32))) * cosine_of_turn((uint32_t)bits);
}

double power_of_two(double x)
{
    const double whole = floor(x);
    const uint64_t rest = exponential(product(from_double(x - whole), LOG_2));
    return ldexp((double)rest, (int)whole - 62);
}
