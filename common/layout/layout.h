// SPDX-License-Identifier: MIT
//
// layout.h: CuTe's layout algebra in plain C, for values known at run time.
//
//     struct layout a, b, r;
//     struct failure why;
//     if (!layout_parse(&a, "(6,2):(8,2)", &why) || !layout_parse(&b, "(4,3):(3,1)", &why) ||
//         !layout_composition(&r, &a, &b, &why))
//         return complain(why.text);
//     layout_print(&r, text, sizeof text); // ((2,2),3):((24,2),8)
//
// A layout is a function from coordinates to offsets, written shape:stride. Both are tuples of
// tuples of integers with the same parentheses.
//
// Rules that hold everywhere:
//   - Every type is a plain value: no pointers inside, nothing is allocated, copying is assignment.
//   - An operation that can fail returns false and says why in one line; `out` is then undefined.
//   - `out` must not be one of the inputs.
//   - The time depends on the number of leaves, never on the size: 2^40 elements cost nothing.
//     (If a rule cannot decide whether a result is right, at most LAYOUT_ENUMERATE elements are
//     tested, and larger layouts are rejected.)
//   - No wrapped integers: what does not fit into 64 bits is rejected.
//   - The text is CuTe's own for compile-time integers, without the underscores it prints.
//
// Names and meaning are those of CuTe (NVIDIA CUTLASS 4); NAME there is layout_NAME or
// int_tuple_NAME here.
#ifndef COMMON_LAYOUT_H
#define COMMON_LAYOUT_H

#include "tuple/int_tuple.h"
#include "core/make.h"
#include "core/coord.h"
#include "algebra/simplify.h"
#include "core/tiler.h"
#include "algebra/compose.h"
#include "algebra/complement.h"
#include "algebra/inverse.h"
#include "algebra/vector.h"
#include "algebra/divide.h"
#include "algebra/product.h"
#include "algebra/slice.h"
#include "algebra/recast.h"
#include "composed/swizzle.h"
#include "composed/composed.h"
#include "core/offset.h"
#include "core/trace.h"

#endif
