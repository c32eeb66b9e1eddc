// SPDX-License-Identifier: MIT
//
// inverse.h: the element at an offset.
#ifndef COMMON_LAYOUT_INVERSE_H
#define COMMON_LAYOUT_INVERSE_H

#include "../core/make.h"

// A(R(i)) = i for i < size(R), while A's offsets run without a gap from 0. Never rejected; the
// smallest result is 1:0.
bool layout_right_inverse(struct layout *out, const struct layout *a, struct failure *why);
// A(R(A(i))) = A(i): R finds an element for every offset of A; if A is injective, its index.
// Rejected: a stride that the next smaller ones do not divide, negative strides.
bool layout_left_inverse(struct layout *out, const struct layout *a, struct failure *why);
// The coordinates that A sends to 0 by its stride-0 leaves.
bool layout_nullspace(struct layout *out, const struct layout *a, struct failure *why);

#endif
