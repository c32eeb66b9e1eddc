// SPDX-License-Identifier: MIT
//
// random.h: random numbers whose bits are the same on every system. log(), cos() and exp2() differ
// in their last bit from one C library to the next, and a compiler may fuse a product with a sum.
// So sums are computed in integers here; in float64 there are only operations that IEEE 754 rounds
// in one way: a product, a quotient, a square root.
#ifndef COMMON_RANDOM_H
#define COMMON_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// 64 random bits, number `index` of the sequence `seed`; independent of the earlier numbers.
uint64_t random_bits(uint64_t seed, uint64_t index);

// A normally distributed number, N(0,1), from 64 random bits.
double random_normal(uint64_t bits);

// 2^x for -32 <= x <= 32, to 60 bits, truncated: exact for whole x.
double power_of_two(double x);

#ifdef __cplusplus
}
#endif
#endif
