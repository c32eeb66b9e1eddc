// SPDX-License-Identifier: MIT
//
// zigzag.h: a warp's 32 lanes as 8 rows of 4, in a zigzag. For host code and kernels.
//
//      0  1  4  5        Four neighbouring lanes form a square: two of them read the same vector of
//      2  3  6  7        A, and two the same of B, so half a warp is served in one pass through the
//      8  9 12 13        banks (05_outer_product, step 6).
//     10 11 14 15
//     ...
#ifndef COMMON_ZIGZAG_H
#define COMMON_ZIGZAG_H

#include "layout_device.h"

LAYOUT_INLINE int zigzag_row(int lane) { return (lane / 2 & 1) | (lane / 4 & 6); }

LAYOUT_INLINE int zigzag_col(int lane) { return (lane & 1) | (lane / 2 & 2); }

// The lane at this place.
LAYOUT_INLINE int zigzag_lane(int row, int col)
{
    return (col & 1) | (row & 1) << 1 | (col & 2) << 1 | (row & 6) << 2;
}

#endif
