// SPDX-License-Identifier: MIT
//
// inverse.h: which element stands at an offset.
#ifndef COMMON_LAYOUT_INVERSE_H
#define COMMON_LAYOUT_INVERSE_H

#include "../core/make.h"

// A(R(i)) = i for i < size(R), as far as A's offsets run without a gap from 0. Never refused,
// 1:0 at worst.
bool layout_right_inverse(struct layout *out, const struct layout *a, struct failure *why);
// A(R(A(i))) = A(i): R finds an element for every offset of A; its index, where A is injective.
// Refused: a stride that the next smaller ones do not divide, negative strides.
bool layout_left_inverse(struct layout *out, const struct layout *a, struct failure *why);
// The coordinates that A sends to 0 by its stride-0 leaves.
bool layout_nullspace(struct layout *out, const struct layout *a, struct failure *why);

#endif
