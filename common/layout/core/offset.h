// SPDX-License-Identifier: MIT
//
// offset.h: many offsets of one layout, fast.
//
// Let P_i be the product of the extents before leaf i. Digit i of an index is index / P_i less s_i
// times index / P_(i+1), so the offset is
//
//     index * d_0 + sum over i > 0 of (index / P_i) * (d_i - s_(i-1) * d_(i-1))
//
// One division per leaf, none waiting for another, and each is a multiplication by a number that is
// prepared once. Where leaf i continues leaf i-1 its weight is 0 and it costs nothing: that is
// coalesce.
#ifndef COMMON_LAYOUT_OFFSET_H
#define COMMON_LAYOUT_OFFSET_H

#include "make.h"

struct layout_offsets {
    int count;     // terms beyond the first
    bool small;    // every index fits into 32 bits: inverse[] may be used
    int64_t size;  // elements
    uint64_t step; // d_0. Weights are modulo 2^64: a sum that fits is right whatever comes between
    uint64_t divisor[LAYOUT_LEAVES]; // P_i
    uint64_t inverse[LAYOUT_LEAVES]; // 2^64 / P_i, rounded up
    uint64_t weight[LAYOUT_LEAVES];
};

// Integer strides only. Checks that the offset of every element fits into 64 bits.
bool layout_offsets_prepare(struct layout_offsets *out, const struct layout *l,
                            struct failure *why);

// n / divisor by a multiplication. 0 <= n < 2^32, 2 <= divisor < 2^32. Exact: Lemire, Kaser and
// Kurz, "Faster remainder by direct computation" (2019), theorem 1.
static inline uint64_t layout_quotient(uint64_t n, uint64_t inverse)
{
    return (uint64_t)((unsigned __int128)inverse * n >> 64);
}

// Offset of element `index`, 0 <= index < size.
static inline int64_t layout_offset(const struct layout_offsets *l, int64_t index)
{
    uint64_t n = (uint64_t)index, offset = n * l->step;
    if (l->small)
        for (int i = 0; i < l->count; i++)
            offset += layout_quotient(n, l->inverse[i]) * l->weight[i];
    else
        for (int i = 0; i < l->count; i++)
            offset += n / l->divisor[i] * l->weight[i];
    return (int64_t)offset;
}

#endif
