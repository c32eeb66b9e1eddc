// SPDX-License-Identifier: MIT
//
// tile_layout.h: how a tile of A or B lies in shared memory. For host code and kernels.
//
// A tile is row-major in chunks of 16 bytes, and chunks are swizzled: what stands in chunk c of row
// r lies in chunk c xor f(r). ldmatrix asks for the same chunk of 8 neighbouring rows, and f makes
// them lie in 8 different places of the 128 bytes that all banks deliver at once.
//
//     row of        bytes   8 rows begin in       f(r)          Swizzle, in elements
//     32 elements      64   two places, in turn   r / 2 % 4     <2,3,3>
//     64              128   one                   r % 8         <3,3,3>
//     128             256   one                   r % 8         <3,3,4>
//     256             512   one                   r % 8         <3,3,5>
//
// So 8 rows on everything repeats, and offsets that far apart differ by a constant.
#ifndef HIER_TILE_LAYOUT_H
#define HIER_TILE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "../../common/device/layout_device.h"

enum { CHUNK = 8, CHUNK_BYTES = 16 }; // elements of 16 bits, and bytes, of one copy

// Can rows of `cols` elements, ld apart, be taken in chunks alone?
LAYOUT_INLINE bool rows_in_chunks(const void *data, int cols, int ld)
{
    return (uintptr_t)data % CHUNK_BYTES == 0 && cols % CHUNK == 0 && ld % CHUNK == 0;
}

// Of a tile with rows of `cols` elements: 32, 64, 128 or 256.
LAYOUT_INLINE struct swizzle_literal tile_swizzle(int cols)
{
    return cols == 32    ? (struct swizzle_literal){2, 3, 3}
           : cols == 64  ? (struct swizzle_literal){3, 3, 3}
           : cols == 128 ? (struct swizzle_literal){3, 3, 4}
                         : (struct swizzle_literal){3, 3, 5};
}

// Where element (row, col) of such a tile stands.
LAYOUT_INLINE int tile_offset(int cols, int row, int col)
{
    return swizzled(tile_swizzle(cols), row * cols + col);
}

// How many rows of a tile the threads of a block copy at once, a chunk each; a multiple of 8.
LAYOUT_INLINE int rows_at_once(int cols, int threads) { return threads / (cols / CHUNK); }

#endif
