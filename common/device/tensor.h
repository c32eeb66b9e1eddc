// SPDX-License-Identifier: MIT
//
// tensor.h: a tensor is a pointer plus a layout. For host code, nvcc and emucc.
//
// Cutting a tensor into tiles, cutting a tile into the parts of threads, taking a row: each gives
// another pointer and another layout, and moves no element. This arithmetic does not depend on the
// element type and is in this file; tensor_of.h adds the pointer, for one element type at a time:
//
//     #define TENSOR_ELEMENT float
//     #define TENSOR_NAME f32
//     #include "tensor_of.h"
//     ...
//     struct tensor_f32 gA = make_tensor_f32(A, tensor_row_major(m, n, lda));       // (m,n)
//     struct tensor_f32 tile = local_tile_f32(gA, tuple2(BM, BN), tuple2(i, j));    // (BM,BN)
//     struct tensor_f32 mine = local_partition_f32(tile, threads(), threadIdx.x);   // (BM/8,BN/32)
//     float a = *at2_f32(mine, 0, 1);
//
// The names are CuTe's, if it has one. A layout here has one leaf in each of up to four modes. The
// compiler does not need to know its numbers; those that it knows fold to constants, as in
// layout_device.h, whose literals serve for layouts with more leaves. Shapes and coordinates are
// ints. Strides and offsets count elements in 64 bits, because a tensor may have more than 2^31.
#ifndef COMMON_TENSOR_H
#define COMMON_TENSOR_H

#include <stdbool.h>
#include <stddef.h>

#include "layout_device.h"

enum { TENSOR_MODES = 4 };

#ifdef __CUDA_ARCH__ // not in the half of a file that gcc compiles for nvcc: it does not know the
                     // word
#define TENSOR_UNROLL _Pragma("unroll")
#else
#define TENSOR_UNROLL
#endif

// ---- Shapes and coordinates ----------------------------------------------------------------------

// One int for each mode: a shape, a coordinate, the extents of a tile.
struct tuple {
    int rank; // 1 to TENSOR_MODES
    int at[TENSOR_MODES];
};

LAYOUT_INLINE struct tuple tuple2(int a, int b) { return (struct tuple){2, {a, b, 0, 0}}; }
LAYOUT_INLINE struct tuple tuple1(int a) { return (struct tuple){1, {a, 0, 0, 0}}; }

// ---- Layouts -------------------------------------------------------------------------------------

struct tensor_layout {
    int rank;
    int shape[TENSOR_MODES];
    ptrdiff_t stride[TENSOR_MODES];
};

// n:1
LAYOUT_INLINE struct tensor_layout tensor_vector(int n)
{
    return (struct tensor_layout){1, {n, 1, 1, 1}, {1, 0, 0, 0}};
}

// (m,n):(ld,1)
LAYOUT_INLINE struct tensor_layout tensor_row_major(int m, int n, ptrdiff_t ld)
{
    return (struct tensor_layout){2, {m, n, 1, 1}, {ld, 1, 0, 0}};
}

// (m,n):(1,ld)
LAYOUT_INLINE struct tensor_layout tensor_col_major(int m, int n, ptrdiff_t ld)
{
    return (struct tensor_layout){2, {m, n, 1, 1}, {1, ld, 0, 0}};
}

// Exchanges the first two modes: the transposed matrix, without moving an element.
LAYOUT_INLINE struct tensor_layout tensor_transposed(struct tensor_layout l)
{
    const int shape = l.shape[0];
    const ptrdiff_t stride = l.stride[0];
    l.shape[0] = l.shape[1], l.shape[1] = shape;
    l.stride[0] = l.stride[1], l.stride[1] = stride;
    return l;
}

// The number of elements.
LAYOUT_INLINE ptrdiff_t tensor_size(struct tensor_layout l)
{
    ptrdiff_t size = 1;
    TENSOR_UNROLL
    for (int i = 0; i < TENSOR_MODES; i++)
        if (i < l.rank)
            size *= l.shape[i];
    return size;
}

// Offset of a coordinate that has as many modes as the layout. It may be outside.
LAYOUT_INLINE ptrdiff_t tensor_offset(struct tensor_layout l, struct tuple coordinate)
{
    ptrdiff_t offset = 0;
    TENSOR_UNROLL
    for (int i = 0; i < TENSOR_MODES; i++)
        if (i < l.rank)
            offset += coordinate.at[i] * l.stride[i];
    return offset;
}

// Offset of a coordinate given as one number: the first mode runs fastest, for any strides; the
// last one takes the remainder.
LAYOUT_INLINE ptrdiff_t tensor_offset_1d(struct tensor_layout l, unsigned index)
{
    ptrdiff_t offset = 0;
    TENSOR_UNROLL
    for (int i = 0; i < TENSOR_MODES; i++)
        if (i < l.rank) {
            const unsigned shape = (unsigned)l.shape[i];
            offset += (ptrdiff_t)(i + 1 < l.rank ? index % shape : index) * l.stride[i];
            index /= shape;
        }
    return offset;
}

// Is every mode of the coordinate at least 0 and below the shape's (CuTe's elem_less)?
LAYOUT_INLINE bool tuple_inside(struct tuple coordinate, struct tuple shape)
{
    bool inside = true;
    TENSOR_UNROLL
    for (int i = 0; i < TENSOR_MODES; i++)
        if (i < shape.rank)
            inside = inside && coordinate.at[i] >= 0 && coordinate.at[i] < shape.at[i];
    return inside;
}

// ---- Pieces --------------------------------------------------------------------------------------

// A part of a tensor: its distance from the tensor's first element, and its own layout.
struct tensor_piece {
    ptrdiff_t offset;
    struct tensor_layout layout;
};

// The same tensor with another origin: the element at `coordinate` gets coordinate 0. It may be
// outside: a tensor whose tiles must begin at a multiple of 16 bytes starts a little before its
// first element (2_local_tile).
LAYOUT_INLINE struct tensor_piece tensor_domain_offset(struct tensor_layout l,
                                                       struct tuple coordinate)
{
    return (struct tensor_piece){tensor_offset(l, coordinate), l};
}

// Mode `mode` fixed at `index`: one mode less. A row of (m,n):(ld,1) is slice(0, i): n:1.
LAYOUT_INLINE struct tensor_piece tensor_slice(struct tensor_layout l, int mode, int index)
{
    struct tensor_piece piece = {0, {l.rank - 1, {1, 1, 1, 1}, {0, 0, 0, 0}}};
    TENSOR_UNROLL
    for (int i = 0; i < TENSOR_MODES; i++) {
        if (i == mode)
            piece.offset = index * l.stride[i];
        if (i < mode) {
            piece.layout.shape[i] = l.shape[i];
            piece.layout.stride[i] = l.stride[i];
        } else if (i + 1 < l.rank) {
            piece.layout.shape[i] = l.shape[i + 1];
            piece.layout.stride[i] = l.stride[i + 1];
        }
    }
    return piece;
}

// The tile of these extents with this coordinate among the tiles. The tensor's own shape does not
// matter: a tile at the edge overhangs, and tile_extent() returns the size of the part inside.
LAYOUT_INLINE struct tensor_piece tensor_local_tile(struct tensor_layout l, struct tuple tile,
                                                    struct tuple coordinate)
{
    struct tensor_piece piece = {0, l};
    TENSOR_UNROLL
    for (int i = 0; i < TENSOR_MODES; i++)
        if (i < l.rank) {
            piece.offset += (ptrdiff_t)coordinate.at[i] * tile.at[i] * l.stride[i];
            piece.layout.shape[i] = tile.at[i];
        }
    return piece;
}

// The same, but a coordinate may be ALL (CuTe's `_`): all tiles along that mode. Their number
// becomes an additional last mode, a *rest mode*. Tiles of 8 x 4 at (i, ALL) of a matrix are
// (8,4,tiles).
enum { ALL = -1 };
LAYOUT_INLINE struct tensor_piece tensor_local_tiles(struct tensor_layout l, struct tuple tile,
                                                     struct tuple coordinate)
{
    struct tensor_piece piece = {0, l};
    TENSOR_UNROLL
    for (int i = 0; i < TENSOR_MODES; i++)
        if (i < l.rank) {
            piece.layout.shape[i] = tile.at[i];
            if (coordinate.at[i] == ALL) {
                piece.layout.shape[piece.layout.rank] = (l.shape[i] - 1) / tile.at[i] + 1;
                piece.layout.stride[piece.layout.rank++] = tile.at[i] * l.stride[i];
            } else {
                piece.offset += (ptrdiff_t)coordinate.at[i] * tile.at[i] * l.stride[i];
            }
        }
    return piece;
}

// How much of that tile is inside the tensor, in each mode: its extent, or less at the edge, and 0
// or less beyond it.
LAYOUT_INLINE struct tuple tile_extent(struct tensor_layout l, struct tuple tile,
                                       struct tuple coordinate)
{
    struct tuple extent = tile;
    TENSOR_UNROLL
    for (int i = 0; i < TENSOR_MODES; i++)
        if (i < l.rank) {
            const ptrdiff_t left = l.shape[i] - (ptrdiff_t)coordinate.at[i] * tile.at[i];
            extent.at[i] = left < tile.at[i] ? (int)left : tile.at[i];
        }
    return extent;
}

// The place of thread t among threads arranged in this layout: (8,32):(32,1) are 8 rows of 32, and
// thread 33 has (1,1). The layout must be compact, without a stride of 0.
LAYOUT_INLINE struct tuple thread_coordinate(struct tensor_layout threads, int t)
{
    struct tuple place = {threads.rank, {0, 0, 0, 0}};
    TENSOR_UNROLL
    for (int i = 0; i < TENSOR_MODES; i++)
        if (i < threads.rank)
            place.at[i] =
                (int)((unsigned)t / (unsigned)threads.stride[i] % (unsigned)threads.shape[i]);
    return place;
}

// The elements of thread t, if the threads cover the first elements of the tensor in the
// arrangement `threads`, then the next ones, and so on: element (i, j) of the result is thread t's
// element in repetition (i, j). The threads' shape must divide the tensor's.
LAYOUT_INLINE struct tensor_piece tensor_local_partition(struct tensor_layout l,
                                                         struct tensor_layout threads, int t)
{
    struct tensor_piece piece = {tensor_offset(l, thread_coordinate(threads, t)), l};
    TENSOR_UNROLL
    for (int i = 0; i < TENSOR_MODES; i++)
        if (i < l.rank) {
            piece.layout.shape[i] = l.shape[i] / threads.shape[i];
            piece.layout.stride[i] = l.stride[i] * threads.shape[i];
        }
    return piece;
}

// ---- Thread-value layouts ------------------------------------------------------------------------

// The elements of thread t by a thread-value layout over the tensor, whose numbers count elements
// column by column: the composition "tensor o tv" with a fixed thread. The layout stays the
// tensor's; the offset of value v is tensor_value_offset(). The composition exists if no leaf of tv
// runs across an edge of the tensor, as with all atoms of the instructions. Then the thread's part
// and the value's part of an offset add up.
LAYOUT_INLINE struct tensor_piece tensor_partition_tv(struct tensor_layout l, struct tv_literal tv,
                                                      unsigned t)
{
    return (struct tensor_piece){tensor_offset_1d(l, (unsigned)literal_offset(tv.thread, t)), l};
}

LAYOUT_INLINE ptrdiff_t tensor_value_offset(struct tensor_layout l, struct tv_literal tv,
                                            unsigned v)
{
    return tensor_offset_1d(l, (unsigned)literal_offset(tv.value, v));
}

#endif
