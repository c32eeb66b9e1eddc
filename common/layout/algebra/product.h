// SPDX-License-Identifier: MIT
//
// product.h: copies of a layout, placed by another: A x B = (A, complement(A, |A| cosize(B)) o B).
// No two copies overlap, or the product is rejected (CuTe returns a result in such cases). If
// complement(A) o B is not a layout, but the result of CuTe's rule keeps the copies apart, that is
// the result: 8:17 x 12:10 = (8,(2,6)):(17,(10,136)).
#ifndef COMMON_LAYOUT_PRODUCT_H
#define COMMON_LAYOUT_PRODUCT_H

#include "compose.h"

bool layout_logical_product_layout(struct layout *out, const struct layout *a,
                                   const struct layout *b, struct failure *why);
// With a tiler, and zipped, tiled, flat: modes arranged as by the divides.
bool layout_logical_product(struct layout *out, const struct layout *a, const struct tiler *tiler,
                            struct failure *why);
bool layout_zipped_product(struct layout *out, const struct layout *a, const struct tiler *tiler,
                           struct failure *why);
bool layout_tiled_product(struct layout *out, const struct layout *a, const struct tiler *tiler,
                          struct failure *why);
bool layout_flat_product(struct layout *out, const struct layout *a, const struct tiler *tiler,
                         struct failure *why);
// Mode i of the result is (A_i, B_i): each element of B becomes a whole block A.
// Of unequal ranks the smaller is padded with 1:0.
bool layout_blocked_product(struct layout *out, const struct layout *a, const struct layout *b,
                            struct failure *why);
// Mode i is (B_i, A_i): the blocks are interleaved, like the teeth of rakes.
bool layout_raked_product(struct layout *out, const struct layout *a, const struct layout *b,
                          struct failure *why);
// Repeats a block until it fills `shape`; `order` (may be NULL: column-major) says along which
// mode first. The block must divide the shape.
bool layout_tile_to_shape(struct layout *out, const struct layout *block,
                          const struct int_tuple *shape, const struct int_tuple *order,
                          struct failure *why);

// As layout_like(), but mode 0 is column-major and innermost: registers of a fragment.
bool layout_fragment_like(struct layout *out, const struct layout *l, struct failure *why);

#endif
