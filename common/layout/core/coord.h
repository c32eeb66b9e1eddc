// SPDX-License-Identifier: MIT
//
// coord.h: from coordinates to indices and back.
//
// A shape can be indexed at every level of its hierarchy: (3,(2,3)) by 16, by (1,5), by (1,(1,2)).
// Integers count colexicographically: the leftmost mode runs fastest. The last mode has no end: an
// index beyond the size goes on along it. `_` in a coordinate counts as 0.
#ifndef COMMON_LAYOUT_COORD_H
#define COMMON_LAYOUT_COORD_H

#include "make.h"

// Offset of a coordinate in a layout: 17 for 16 or (1,5) or (1,(1,2)) in (3,(2,3)):(3,(12,1)).
// `stride` is congruent with `shape` and has integers only.
bool crd2idx(int64_t *out, const struct int_tuple *coord, const struct int_tuple *shape,
             const struct int_tuple *stride, struct failure *why);
// The same for strides that may be basis vectors: the result is a coordinate.
bool crd2idx_basis(struct int_tuple *out, const struct int_tuple *coord,
                   const struct int_tuple *shape, const struct int_tuple *stride,
                   struct failure *why);
// Colexicographical index of a coordinate in a shape. An integer is its own index.
bool crd2idx_shape(int64_t *out, const struct int_tuple *coord, const struct int_tuple *shape,
                   struct failure *why);
// The coordinate of an index, congruent with the shape. A tuple is refined mode by mode.
bool idx2crd(struct int_tuple *out, const struct int_tuple *index, const struct int_tuple *shape,
             struct failure *why);
// The coordinate of an offset by (offset / stride) % shape: right for compact layouts only.
bool idx2crd_stride(struct int_tuple *out, const struct int_tuple *index,
                    const struct int_tuple *shape, const struct int_tuple *stride,
                    struct failure *why);
// The same element in another shape of the same size.
bool crd2crd(struct int_tuple *out, const struct int_tuple *coord, const struct int_tuple *from,
             const struct int_tuple *to, struct failure *why);

// ---- The same for layouts -----------------------------------------------------------------------

// Offset of any coordinate; offset.h has faster ways for many.
bool layout_crd2idx(const struct layout *l, const struct int_tuple *coord, int64_t *out,
                    struct failure *why);
// Offset of the index-th element.
bool layout_at(const struct layout *l, int64_t index, int64_t *out, struct failure *why);
// The coordinate of an offset: hierarchical, one integer per mode, one integer. Right for compact
// layouts only; a stride 0 under an extent > 1 is rejected.
bool layout_hier_coord(struct int_tuple *out, const struct layout *l, int64_t offset,
                       struct failure *why);
bool layout_flat_coord(struct int_tuple *out, const struct layout *l, int64_t offset,
                       struct failure *why);
bool layout_1d_coord(int64_t *out, const struct layout *l, int64_t offset, struct failure *why);

#endif
