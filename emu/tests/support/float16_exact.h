// SPDX-License-Identifier: MIT
//
// float16_exact.h: what half and bfloat16 arithmetic must give, found without bits and shifts of
// floating-point formats: the exact result is a fixed-point number of 640 bits, and a search finds
// the two neighbours of the 16-bit type that enclose it.
#ifndef TESTS_FLOAT16_EXACT_H
#define TESTS_FLOAT16_EXACT_H

#include <stdbool.h>
#include <stdint.h>

struct format {
    const char *name;
    int fraction_bits, bias;
    int infinity; // its bits
};
extern const struct format half, bfloat16;

bool is_nan(const struct format *f, int bits);

// n * 2^exponent
struct scaled {
    int64_t n;
    int exponent;
};

// A number of the type. Infinity counts as the number that would follow the largest finite one,
// which is where rounding to nearest sees it.
double double_of(const struct format *f, int bits);
// The number halfway between a positive number and its neighbour above.
struct scaled middle_after(const struct format *f, int bits);

enum op { ADD, MUL, DIV, SQRT, FMA };

// The correctly rounded bits of a op b, sqrt(a) or a * b + c; NaN is 7FFF.
int expected(const struct format *f, enum op op, int a, int b, int c);

#endif
