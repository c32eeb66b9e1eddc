// SPDX-License-Identifier: MIT
//
// tile_layout.h: the layout of a tile of A or B in shared memory. For kernels and for host code.
#ifndef COMMON_GEMM_TILE_LAYOUT_H
#define COMMON_GEMM_TILE_LAYOUT_H

#include "../layout_device.h"
#include "vectors.h"

enum { F16_VECTOR = VECTOR_BYTES / 2 }; // elements of 16 bits in a 16-byte vector

// Swizzle o 0 o (rows,cols):(stride,1): the offset of element (row, col) is swizzled(row * stride +
// col), counted in elements. Neighbours in a row stay neighbours in 16-byte vectors. A swizzle of
// {0, 0, 0} changes nothing. Written as a literal, it costs a kernel almost nothing.
struct tile_layout {
    struct layout_literal rows;
    struct swizzle_literal swizzle;
};

LAYOUT_INLINE int tile_offset(struct tile_layout l, int row, int col)
{
    return swizzled(l.swizzle, row * l.rows.stride[0] + col * l.rows.stride[1]);
}

// A tile of 16-bit elements with rows of 16, 32, 64, 128 or 256, swizzled for ldmatrix: vector v of
// row r is stored at the place of vector v xor f(r). ldmatrix reads the same vector of 8
// neighbouring rows, and f puts them in 8 different places of the 128 bytes that all banks deliver
// at once.
//
//     row of        bytes   8 rows begin in       f(r)          Swizzle, in elements
//     16 elements      32   four places, in turn  r / 4 % 2     <1,3,3>
//     32               64   two places, in turn   r / 2 % 4     <2,3,3>
//     64              128   one                   r % 8         <3,3,3>
//     128             256   one                   r % 8         <3,3,4>
//     256             512   one                   r % 8         <3,3,5>
//
// The pattern repeats after 8 rows, so offsets that differ by 8 rows differ by a constant.
LAYOUT_INLINE struct tile_layout swizzled_tile(int rows, int cols)
{
    return (struct tile_layout){
        .rows = {.rank = 2, .shape = {(unsigned)rows, (unsigned)cols}, .stride = {cols, 1}},
        .swizzle = {cols == 16   ? 1u
                    : cols == 32 ? 2u
                                 : 3u,
                    3,
                    cols == 128   ? 4u
                    : cols == 256 ? 5u
                                  : 3u},
    };
}

#endif
