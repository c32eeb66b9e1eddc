// SPDX-License-Identifier: MIT
//
// index.h: the offset of an element, and the arithmetic of tiles and their ends. For host code and
// kernels.
#ifndef COMMON_INDEX_H
#define COMMON_INDEX_H

#include <stdbool.h>
#include <stddef.h>

#include "host_device.h"

// Offset, in elements, of element (row, col) of a row-major matrix with leading dimension ld.
// 64-bit: from 46341 rows and columns on, a matrix has more elements than an int can count.
HOST_DEVICE static inline ptrdiff_t row_major(int row, int col, int ld)
{
    return (ptrdiff_t)row * ld + col;
}

// How many pieces of size `piece` cover `size` elements. size >= 0, piece > 0.
// Written without size + piece - 1, which overflows for sizes close to 2^31.
HOST_DEVICE static inline int ceil_div(int size, int piece)
{
    return size / piece + (size % piece != 0);
}

// Does C = alpha A B + beta C reduce to C = beta C? Then BLAS does not read A and B, so a NaN in
// them does not matter. A launcher sets alpha and k to zero, and its kernel stores 0 + beta C.
HOST_DEVICE static inline bool only_scales(double alpha, int k) { return alpha == 0 || k == 0; }

HOST_DEVICE static inline int smaller(int a, int b) { return a < b ? a : b; }

#endif
