// SPDX-License-Identifier: MIT
//
// float16_exact.h: reference results of half and bfloat16 arithmetic that do not depend on the bit
// formats. The exact result is a fixed-point number of 640 bits, and a search finds its two
// neighbours in the 16-bit type.
#ifndef TESTS_FLOAT16_EXACT_H
#define TESTS_FLOAT16_EXACT_H

#include <stdbool.h>
#include <stdint.h>

struct format {
    const char *name;
    int fraction_bits, bias;
    int infinity; // the bits of infinity
};
extern const struct format half, bfloat16;

bool is_nan(const struct format *f, int bits);

// n * 2^exponent
struct scaled {
    int64_t n;
    int exponent;
};

// The value of a number of the type. Infinity is the number that would follow the largest finite
// one, as in rounding to nearest.
double double_of(const struct format *f, int bits);
// The midpoint between a positive number and the next larger one.
struct scaled middle_after(const struct format *f, int bits);

enum op { ADD, MUL, DIV, SQRT, FMA };

// The correctly rounded bits of a op b, sqrt(a) or a * b + c; NaN is 7FFF.
int expected(const struct format *f, enum op op, int a, int b, int c);

#endif
