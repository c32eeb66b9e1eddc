// SPDX-License-Identifier: MIT
//
// predicate.h: what a thread does at the edges of a matrix. For host code and kernels.
//
// A tile overhangs the matrix where a size is no multiple of the tile's. There a predicate ("is
// this element inside?") guards each load; what is outside counts as zero, which adds nothing to
// a sum of products.
#ifndef COMMON_PREDICATE_H
#define COMMON_PREDICATE_H

#include <stdbool.h>

#include "host_device.h"

// *element, or 0 where the predicate says that there is none: then the address is not read.
HOST_DEVICE static inline float load_or_zero(const float *element, bool inside)
{
    return inside ? *element : 0.0f;
}

#endif
