// SPDX-License-Identifier: MIT
//
// composed.h: swizzled layouts: Sw<3,4,3> o 0 o (8,64):(64,1).
#ifndef COMMON_LAYOUT_COMPOSED_H
#define COMMON_LAYOUT_COMPOSED_H

#include "../core/make.h"
#include "swizzle.h"

// c -> swizzle(offset + layout(c)), or a plain layout. size, rank, divides, products and
// tile_to_shape act on `layout` alone: call them on it and keep the rest.
struct composed_layout {
    bool swizzled; // false: only `layout`; swizzle and offset are ignored
    struct swizzle swizzle;
    int64_t offset;
    struct layout layout;
};

bool composed_parse_range(struct composed_layout *out, const char *text, const char *end,
                          struct failure *why);
bool composed_parse(struct composed_layout *out, const char *text, struct failure *why);
size_t composed_print(const struct composed_layout *l, char *out, size_t size);
// Sw<0,..> o 0 o L is L.
void composed_make(struct composed_layout *out, const struct swizzle *s, int64_t offset,
                   const struct layout *l);
void composed_plain(struct composed_layout *out, const struct layout *l);
bool composed_at(const struct composed_layout *l, int64_t index, int64_t *out, struct failure *why);
bool composed_crd2idx(const struct composed_layout *l, const struct int_tuple *coord, int64_t *out,
                      struct failure *why);
// swizzle(offset + inner).
bool composed_through(const struct composed_layout *l, int64_t inner, int64_t *out,
                      struct failure *why);
// a o (Sw o 0 o B): the swizzle moves to the left, with the masks a(Y), a(Z). Verified.
bool composed_composition(struct composed_layout *out, const struct composed_layout *a,
                          const struct composed_layout *b, struct failure *why);
bool composed_right_inverse(struct composed_layout *out, const struct composed_layout *a,
                            struct failure *why);
bool composed_left_inverse(struct composed_layout *out, const struct composed_layout *a,
                           struct failure *why);
bool composed_upcast(struct composed_layout *out, int64_t n, const struct composed_layout *l,
                     struct failure *why);
bool composed_downcast(struct composed_layout *out, int64_t n, const struct composed_layout *l,
                       struct failure *why);
bool composed_recast(struct composed_layout *out, int64_t old_bits, int64_t new_bits,
                     const struct composed_layout *l, struct failure *why);
bool composed_max_common_vector(int64_t *out, const struct composed_layout *a,
                                const struct composed_layout *b, struct failure *why);
bool composed_max_alignment(int64_t *out, const struct composed_layout *l, struct failure *why);
// The slice may reduce to a plain layout, even with negative strides, if the remaining modes touch
// only Y or only Z bits. offset + slice(c) is the offset in the whole.
bool composed_slice_and_offset(struct composed_layout *out, int64_t *offset,
                               const struct int_tuple *coord, const struct composed_layout *l,
                               struct failure *why);

#endif
