// SPDX-License-Identifier: MIT
//
// complement.h: what a layout leaves out.
#ifndef COMMON_LAYOUT_COMPLEMENT_H
#define COMMON_LAYOUT_COMPLEMENT_H

#include "../core/make.h"

// The offsets below `target` that A skips, as a layout R: R is increasing, image(A) and image(R)
// share 0 only, and extent times stride of the widest leaf of A and R is at least `target`.
// 4:2 up to 24 -> (2,3):(1,8). Where a stride of A is no multiple of what lies below it, some
// offsets belong to neither: (2,2):(1,3) up to 12 -> 2:6.
// `target` NULL: cosize(A). A tuple is divided mode by mode as CuTe does, and as the integer
// that it multiplies to where that would not reach (CuTe then stops short).
// Refused: A visits an offset twice other than by stride 0, negative strides.
bool layout_complement(struct layout *out, const struct layout *a, const struct int_tuple *target,
                       struct failure *why);
// CuTe's ceil_div(shape, tile): the complement, which may stop short of the end of a tuple.
bool layout_ceil_div(struct layout *out, const struct int_tuple *shape, const struct layout *tile,
                     struct failure *why);

#endif
