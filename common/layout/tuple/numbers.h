// SPDX-License-Identifier: MIT
//
// numbers.h: arithmetic on 64-bit integers that reports numbers that do not fit. For the files of
// common/layout.
#ifndef COMMON_LAYOUT_NUMBERS_H
#define COMMON_LAYOUT_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../base/failure.h"

// Quotients of numbers that mostly fit into 32 bits, which divide several times faster.
static inline int64_t divide(int64_t a, int64_t b)
{
    if ((((uint64_t)a | (uint64_t)b) >> 32) == 0)
        return (int64_t)((uint32_t)a / (uint32_t)b);
    return a / b;
}

// a / b rounded up; a >= 0, b > 0.
static inline int64_t divide_up(int64_t a, int64_t b)
{
    int64_t q = divide(a, b);
    return q + (q * b != a);
}

static inline int64_t magnitude(int64_t a) // of the smallest integer: larger than any limit
{
    return a >= 0 ? a : a == INT64_MIN ? INT64_MAX : -a;
}

int64_t greatest_common_divisor(int64_t a, int64_t b);

// "NAME: ... does not fit into 64 bits"
bool fail_overflow(struct failure *why, const char *operation);

#endif
