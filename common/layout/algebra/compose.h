// SPDX-License-Identifier: MIT
//
// compose.h: R = A o B, R(c) = A(B(c)): B acts first.
#ifndef COMMON_LAYOUT_COMPOSE_H
#define COMMON_LAYOUT_COMPOSE_H

#include "../core/tiler.h"

// R has B's parentheses, a leaf of B becoming several where it runs across leaves of A, and
// R(i) = A(B(i)) for 0 <= i < size(B). B may reach beyond A: A's last leaf has no end.
//
// Each leaf of B walks over A's coalesced leaves: a stride is divided by the extents it passes,
// an extent is cut where a leaf of A ends. Refused are
//   - "Stride Divisibility": a stride that neither divides by nor stays below an extent,
//   - "Shape Divisibility": an extent that the cut does not divide,
//   - a cut result that is not A(B(i)), and modes of B whose sum carries from one leaf of A into
//     the next: CuTe answers both, wrongly (CUTLASS issues 3177 and 2955).
// A leaf of extent 1 is never a reason to refuse.
bool layout_composition(struct layout *out, const struct layout *a, const struct layout *b,
                        struct failure *why);
// Mode by mode; the modes of A beyond the tiler are dropped.
bool layout_composition_tiler(struct layout *out, const struct layout *a, const struct tiler *b,
                              struct failure *why);
// What CuTe's rule gives, right or wrong: for who checks something else than R(i) = A(B(i)).
// Refused: divisibility.
bool layout_composition_by_rule(struct layout *out, const struct layout *a, const struct layout *b,
                                struct failure *why);
// A o both, where both = (tile, rest). Where that is no layout because tiles hang over the edge of
// a leaf of A that is not the last: the layout in which that leaf is longer, if its tile mode is
// A o tile and no element of A is left out.
bool layout_composition_over(struct layout *out, const struct layout *a, const struct layout *tile,
                             const struct layout *both, struct failure *why);
// The composition with the compact column-major layout of a shape.
bool layout_with_shape(struct layout *out, const struct layout *a, const struct int_tuple *shape,
                       struct failure *why);

#endif
