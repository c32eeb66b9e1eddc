// SPDX-License-Identifier: MIT
//
// complement.h: the offsets that a layout leaves out.
#ifndef COMMON_LAYOUT_COMPLEMENT_H
#define COMMON_LAYOUT_COMPLEMENT_H

#include "../core/make.h"

// The offsets below `target` that A skips, as a layout R: R is increasing, image(A) and image(R)
// share 0 only, and extent times stride of the widest leaf of A and R is at least `target`. 4:2 up
// to 24 -> (2,3):(1,8). If a stride of A is not a multiple of what is below it, some offsets belong
// to neither: (2,2):(1,3) up to 12 -> 2:6. `target` NULL: cosize(A). A tuple is divided mode by
// mode as in CuTe; if that does not reach the end (where CuTe stops short), it is divided as the
// integer that it multiplies to. Rejected: A visits an offset twice other than by stride 0,
// negative strides.
bool layout_complement(struct layout *out, const struct layout *a, const struct int_tuple *target,
                       struct failure *why);
// CuTe's ceil_div(shape, tile): the complement, which may stop short of the end of a tuple.
bool layout_ceil_div(struct layout *out, const struct int_tuple *shape, const struct layout *tile,
                     struct failure *why);

#endif
