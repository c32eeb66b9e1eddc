// SPDX-License-Identifier: MIT
//
// cover_tiles.h: the cost of copying a matrix into shared memory, tile by tile, by cp.async past
// L1: formulas for predictions.
#ifndef COMMON_COVER_TILES_H
#define COMMON_COVER_TILES_H

#include <stdbool.h>

#include "../device/gemm/tile_layout.h"

// A tile of rows x cols elements of this many bytes. The offset of element (row, col) is the
// swizzle of row * stride + col, in elements, and the tile begins at a multiple of 128 bytes. A row
// is whole 16-byte vectors, before and after the swizzle. A warp copies 32 neighbouring vectors
// along the rows, so a tile has a multiple of 32.
struct shared_tile {
    int rows, cols, element;
    int stride;
    struct swizzle_literal swizzle;
    bool at_once; // by a GPU before 8.0: each copy is a load and a store
};

static inline struct shared_tile shared_tile(struct tile_layout l, int element)
{
    return (struct shared_tile){.rows = (int)l.rows.shape[0],
                                .cols = (int)l.rows.shape[1],
                                .element = element,
                                .stride = l.rows.stride[0],
                                .swizzle = l.swizzle};
}

struct tile_traffic {
    long long requests;       // copies of a warp
    long long reads;          // of these, the ones in which a lane reads; the rest only store zeros
    long long sectors, bytes; // that are read
    long long wavefronts;     // passes through the banks of shared memory
    long long lanes;          // that read
};

// All tiles that cover an m x n matrix once. It begins at a multiple of 128 bytes and its rows are
// whole vectors. Outside of it are zeros.
struct tile_traffic cover_tiles(const struct shared_tile *tile, int m, int n, int ld);

#endif
