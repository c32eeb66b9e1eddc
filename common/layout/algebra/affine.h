// SPDX-License-Identifier: MIT
//
// affine.h: CUTLASS's mapping functions, TensorRef and TensorView as layouts.
//
// A mapping function takes a logical coordinate of rank R to a storage coordinate of rank S; the
// offset is its inner product with S strides, of which CUTLASS keeps the last at 1. Where the
// function is affine, storage = matrix * x + origin, the offset is affine in x as well:
//
//     offset = dot(matrix * x + origin, stride) = origin' + dot(x, stride'),   stride' = matrix^T
//     stride
//
// which is a layout and a constant. Two strides that are not 1 take a storage rank of 3 there; here
// they are two numbers. Interleaved matrices are not affine: they are layouts of two levels.
#ifndef COMMON_LAYOUT_AFFINE_H
#define COMMON_LAYOUT_AFFINE_H

#include "make.h"

enum { AFFINE_RANK = 5 };

struct affine_map {
    int rank, storage_rank;                   // R and S, 1 to AFFINE_RANK
    int64_t matrix[AFFINE_RANK][AFFINE_RANK]; // [storage][logical]
    int64_t origin[AFFINE_RANK];
};

// (row, column) -> (row, column) for strides (ld, 1), (column, row) for (ld, 1), and
// (row, column, 0) for (s, t, 1).
struct affine_map affine_row_major(void);
struct affine_map affine_column_major(void);
struct affine_map affine_two_strides(void);

// storage = map(x). False where a number does not fit into 64 bits.
bool affine_apply(const struct affine_map *map, const int64_t *x, int64_t *storage,
                  struct failure *why);
// The same as a layout over x < extent, and the offset of x = 0.
bool affine_layout(struct layout *out, int64_t *offset, const struct affine_map *map,
                   const int64_t *extent, const int64_t *stride, struct failure *why);

// Rows (or columns) in groups of `group` that lie side by side, then the other mode, then the next
// group, ld apart: (m,(group,n/group)):(group,(1,ld)) for columns. The groups must come out even.
bool interleaved_layout(struct layout *out, int64_t rows, int64_t cols, int64_t group, int64_t ld,
                        bool columns, struct failure *why);

// Where a tensor stands: memory, the size of an element, and the layout of its coordinates. No
// bounds: as CUTLASS's TensorRef. The memory belongs to someone else.
struct tensor_ref {
    char *data;
    size_t element_bytes;
    struct layout layout; // one mode per dimension; a mode may have modes of its own
};

// With bounds, as TensorView: extent[i] coordinates from 0 on in mode i, at most the layout's.
struct tensor_view {
    struct tensor_ref ref;
    int rank;
    int64_t extent[AFFINE_RANK];
};

// The element at a coordinate of `rank` numbers, one for each mode. NULL where it cannot be
// computed.
void *tensor_ref_at(const struct tensor_ref *ref, const int64_t *coord, int rank);

// Bounds as wide as the layout's modes.
bool tensor_view_make(struct tensor_view *out, const struct tensor_ref *ref, struct failure *why);
bool tensor_view_contains(const struct tensor_view *view, const int64_t *coord);
// NULL outside the bounds.
void *tensor_view_at(const struct tensor_view *view, const int64_t *coord);
// The part from `corner` on, `extent` long, less what hangs over the edge. Plain modes only: inside
// a mode of two levels a part need not be a layout. Fails where the corner is outside.
bool tensor_view_part(struct tensor_view *out, const struct tensor_view *view,
                      const int64_t *corner, const int64_t *extent, struct failure *why);

#endif
