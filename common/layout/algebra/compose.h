// SPDX-License-Identifier: MIT
//
// compose.h: R = A o B, R(c) = A(B(c)): B acts first.
#ifndef COMMON_LAYOUT_COMPOSE_H
#define COMMON_LAYOUT_COMPOSE_H

#include "../core/tiler.h"

// R has B's parentheses; a leaf of B becomes several leaves if it runs across leaves of A. R(i) =
// A(B(i)) for 0 <= i < size(B). B may reach beyond A: A's last leaf has no end.
//
// Each leaf of B runs over A's coalesced leaves: a stride is divided by the extents it passes, an
// extent is cut where a leaf of A ends. Rejected are
//   - "Stride Divisibility": a stride that an extent does not divide and that is not below it,
//   - "Shape Divisibility": an extent that the cut does not divide,
//   - a cut result that is not A(B(i)), and modes of B whose sum carries from one leaf of A into
//     the next: CuTe returns wrong results for both (CUTLASS issues 3177 and 2955).
// A leaf of extent 1 is never a reason to reject.
bool layout_composition(struct layout *out, const struct layout *a, const struct layout *b,
                        struct failure *why);
// Mode by mode; the modes of A beyond the tiler are dropped.
bool layout_composition_tiler(struct layout *out, const struct layout *a, const struct tiler *b,
                              struct failure *why);
// The result of CuTe's rule, right or wrong: for callers that check something other than R(i) =
// A(B(i)). Rejected: divisibility.
bool layout_composition_by_rule(struct layout *out, const struct layout *a, const struct layout *b,
                                struct failure *why);
// A o both, where both = (tile, rest). If that is not a layout because tiles overhang the edge of a
// leaf of A that is not the last one: the layout in which that leaf is longer, if its tile mode is
// A o tile and no element of A is omitted.
bool layout_composition_over(struct layout *out, const struct layout *a, const struct layout *tile,
                             const struct layout *both, struct failure *why);
// The composition with the compact column-major layout of a shape.
bool layout_with_shape(struct layout *out, const struct layout *a, const struct int_tuple *shape,
                       struct failure *why);

#endif
