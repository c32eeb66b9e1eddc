// SPDX-License-Identifier: MIT
//
// tile_layout.h: how a tile lies in shared memory. For kernels and for host code.
#ifndef TENSOR_CORE_TILE_LAYOUT_H
#define TENSOR_CORE_TILE_LAYOUT_H

#include "../../common/device/layout_device.h"

// Swizzle o 0 o (rows,cols):(stride,1): element (row, col) lies at swizzled(row * stride + col),
// counted in elements. Neighbours in a row stay neighbours in pieces of 16 bytes. A swizzle of
// {0, 0, 0} changes nothing. Written down as a literal, it costs a kernel next to nothing.
struct tile_layout {
    struct layout_literal rows;
    struct swizzle_literal swizzle;
};

LAYOUT_INLINE int tile_offset(struct tile_layout l, int row, int col)
{
    return swizzled(l.swizzle, row * l.rows.stride[0] + col * l.rows.stride[1]);
}

#endif
