// SPDX-License-Identifier: MIT
//
// whole_number.h: the elements of mma_cases' problems that are small whole numbers, as ints.
#ifndef TESTS_DEVICE_WHOLE_NUMBER_H
#define TESTS_DEVICE_WHOLE_NUMBER_H

#include <criterion/criterion.h>

#include "../../bench/emu/mma_cases/inputs.h"

// A small whole number from an element's bits.
static inline int to_integer(enum ptx_type type, uint64_t bits)
{
    const struct mma_format f = mma_format_of(type);
    bits &= ~mma_ones(f.unused);
    if (type == PTX_S8)
        return (int8_t)bits;
    if (type == PTX_S32)
        return (int32_t)bits;
    for (int x = 0; x <= 512; x = x > 0 ? -x : 1 - x)
        if (mma_integer(type, x) == bits)
            return x;
    cr_assert_fail("%llx of type %d is not a small whole number", (unsigned long long)bits, type);
    return 0;
}

#endif
