// SPDX-License-Identifier: MIT
//
// leaves.h: the flat form in which the algebra works: leaves without parentheses, coalesced. For
// the files of common/layout.
#ifndef COMMON_LAYOUT_LEAVES_H
#define COMMON_LAYOUT_LEAVES_H

#include "make.h"

struct leaves {
    int count;
    bool marked; // some stride is a basis stride
    int64_t shape[LAYOUT_LEAVES];
    int64_t stride[LAYOUT_LEAVES];
    uint32_t mark[LAYOUT_LEAVES];
};

// Coalesced leaves begin .. end-1 of l; keep_last: coalesce_x. Stride-0 leaves are left out if
// `filter`. No leaf at all: count is 0. False: the size overflows.
bool leaves_of(struct leaves *out, const struct layout *l, int begin, int end, bool keep_last,
               bool filter, struct failure *why);

// Appends a leaf of an integer stride to coalesced leaves: dropped, merged or added.
static inline bool leaves_push(struct leaves *l, int64_t shape, int64_t stride)
{
    int64_t next;
    if (shape == 1)
        return true;
    if (l->count > 0) {
        int i = l->count - 1;
        if (!__builtin_mul_overflow(l->shape[i], l->stride[i], &next) && next == stride)
            return !__builtin_mul_overflow(l->shape[i], shape, &l->shape[i]);
    }
    if (l->count == LAYOUT_LEAVES)
        return false;
    l->shape[l->count] = shape;
    l->stride[l->count++] = stride;
    return true;
}

// Coalesced leaves as a layout: 1:0 without any, s:d for one, a flat tuple otherwise.
void layout_from_leaves(struct layout *out, const struct leaves *l);
// CuTe's sort by stride; order[] are the indices. Not stable, as in CuTe.
void leaves_sort(const struct leaves *l, int order[LAYOUT_LEAVES]);

#endif
