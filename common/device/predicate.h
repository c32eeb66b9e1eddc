// SPDX-License-Identifier: MIT
//
// predicate.h: what a thread does at the edges of a matrix. For host code and kernels.
//
// A tile overhangs the matrix if a size is not a multiple of the tile's. There a predicate ("is
// this element inside?") guards each load. Elements outside count as zero, which adds nothing to a
// sum of products.
#ifndef COMMON_PREDICATE_H
#define COMMON_PREDICATE_H

#include <stdbool.h>

#include "host_device.h"

// *element, or 0 if the predicate is false; then the address is not read.
HOST_DEVICE static inline float load_or_zero(const float *element, bool inside)
{
    return inside ? *element : 0.0f;
}

#endif
