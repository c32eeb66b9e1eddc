// SPDX-License-Identifier: MIT
//
// make.h: the type layout; making, measuring and editing layouts.
#ifndef COMMON_LAYOUT_MAKE_H
#define COMMON_LAYOUT_MAKE_H

#include "../tuple/int_tuple.h"

// shape:stride, with equal parentheses. Extents are >= 0 (an extent 0 makes the layout empty),
// strides any integers or basis strides. The offset of a coordinate is the sum of coordinate times
// stride over the leaves.
struct layout {
    struct int_tuple shape;
    struct int_tuple stride;
};

// "((2,4),(3,5)):((3,6),(1,24))". A shape alone is not a layout: see layout_left().
bool layout_parse_range(struct layout *out, const char *text, const char *end, struct failure *why);
bool layout_parse(struct layout *out, const char *text, struct failure *why);
size_t layout_print(const struct layout *l, char *out, size_t size); // as int_tuple_print

// ---- Making -------------------------------------------------------------------------------------

bool layout_make(struct layout *out, const struct int_tuple *shape, const struct int_tuple *stride,
                 struct failure *why);
void layout_leaf(struct layout *out, int64_t shape, int64_t stride); // 8:1
// CuTe's LayoutLeft (column-major) and LayoutRight (row-major). An extent 1 gets stride 0.
bool layout_left(struct layout *out, const struct int_tuple *shape, struct failure *why);
bool layout_right(struct layout *out, const struct int_tuple *shape, struct failure *why);
// Strides of the same with a first stride `start`; a tuple `start` applies mode by mode.
bool compact_col_major(struct int_tuple *out, const struct int_tuple *shape,
                       const struct int_tuple *start, struct failure *why);
bool compact_row_major(struct int_tuple *out, const struct int_tuple *shape,
                       const struct int_tuple *start, struct failure *why);
// Compact; a mode with a smaller value in `order` has smaller strides. Of equal values the left one
// comes first (in CuTe such modes may overlap).
bool layout_ordered(struct layout *out, const struct int_tuple *shape,
                    const struct int_tuple *order, struct failure *why);
// Compact, of l's shape, strides in l's order; a stride 0 stays 0. CuTe: make_layout_like.
bool layout_like(struct layout *out, const struct layout *l, struct failure *why);
// Concatenation: (a,b,...). One layout is wrapped: 3:1 -> (3):(1).
bool layout_concat(struct layout *out, const struct layout *parts, int count, struct failure *why);
// Maps every coordinate to itself: (4,(2,3)):(1@0,(1@0@1,1@1@1)).
bool layout_identity(struct layout *out, const struct int_tuple *shape, struct failure *why);

// ---- Measuring -------------------------------------------------------------------------------------

int layout_rank(const struct layout *l);
int layout_depth(const struct layout *l);
bool layout_size(const struct layout *l, int64_t *out, struct failure *why);
// 1 + the sum of (extent - 1) * |stride|: room for every offset.
bool layout_cosize(const struct layout *l, int64_t *out, struct failure *why);
bool layout_equal(const struct layout *a, const struct layout *b); // the same text

// ---- Editing: as the functions of int_tuple.h, on both shape and stride ----------------------

bool layout_get(struct layout *out, const struct layout *l, int i, struct failure *why);
bool layout_take(struct layout *out, const struct layout *l, int begin, int end,
                 struct failure *why);
bool layout_select(struct layout *out, const struct layout *l, const int *modes, int count,
                   struct failure *why);
void layout_flatten(struct layout *out, const struct layout *l);
bool layout_unflatten(struct layout *out, const struct layout *l, const struct int_tuple *profile,
                      struct failure *why);
bool layout_group(struct layout *out, const struct layout *l, int begin, int end,
                  struct failure *why);
bool layout_append(struct layout *out, const struct layout *l, const struct layout *x,
                   struct failure *why);
bool layout_prepend(struct layout *out, const struct layout *l, const struct layout *x,
                    struct failure *why);
bool layout_replace(struct layout *out, const struct layout *l, int i, const struct layout *x,
                    struct failure *why);
bool layout_append_to(struct layout *out, const struct layout *l, int rank, struct failure *why);
bool layout_zip(struct layout *out, const struct layout *a, const struct layout *b,
                struct failure *why);

#endif
