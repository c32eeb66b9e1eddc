// SPDX-License-Identifier: MIT
#include "numbers.h"

bool fail_overflow(struct failure *why, const char *operation)
{
    return fail(why, "%s: a number does not fit into 64 bits", operation);
}

int64_t greatest_common_divisor(int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)magnitude(a), y = (uint64_t)magnitude(b);
    while (y != 0) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return (int64_t)x;
}
