// SPDX-License-Identifier: MIT
//
// inverse.h: what a layout leaves out, and which element stands at an offset.
#ifndef COMMON_LAYOUT_INVERSE_H
#define COMMON_LAYOUT_INVERSE_H

#include "make.h"

#ifdef __cplusplus
extern "C" {
#endif

// The offsets below `target` that A skips, as a layout R: R is increasing, image(A) and image(R)
// share 0 only, and extent times stride of the widest leaf of A and R is at least `target`.
// 4:2 up to 24 -> (2,3):(1,8). Where a stride of A is no multiple of what lies below it, some
// offsets belong to neither: (2,2):(1,3) up to 12 -> 2:6.
// `target` NULL: cosize(A). A tuple is divided mode by mode as CuTe does, and as the integer
// that it multiplies to where that would not reach (CuTe then stops short).
// Refused: A visits an offset twice other than by stride 0, negative strides.
bool layout_complement(struct layout *out, const struct layout *a, const struct int_tuple *target,
                       struct failure *why);
// A(R(i)) = i for i < size(R), as far as A's offsets run without a gap from 0. Never refused,
// 1:0 at worst.
bool layout_right_inverse(struct layout *out, const struct layout *a, struct failure *why);
// A(R(A(i))) = A(i): R finds an element for every offset of A; its index, where A is injective.
// Refused: a stride that the next smaller ones do not divide, negative strides.
bool layout_left_inverse(struct layout *out, const struct layout *a, struct failure *why);
// The coordinates that A sends to 0 by its stride-0 leaves.
bool layout_nullspace(struct layout *out, const struct layout *a, struct failure *why);

// The longest run of elements that stand side by side in both: a(R(i)) = b(R(i)) = i.
bool layout_max_common(struct layout *out, const struct layout *a, const struct layout *b,
                       struct failure *why);
bool layout_max_common_vector(int64_t *out, const struct layout *a, const struct layout *b,
                              struct failure *why);
// The largest N for which upcast<N> is legal: gcd of the contiguous run and the strides above it.
bool layout_max_alignment(int64_t *out, const struct layout *a, struct failure *why);
// Width in bits of the loads that CuTe's copy(src, dst) uses for elements of `bits` bits in
// static layouts, 128 at most. Refused: dst sends elements of src that differ to one place.
bool layout_vec_copy_bits(int64_t *out, int64_t bits, const struct layout *src,
                          const struct layout *dst, struct failure *why);
// Takes n elements from a shape, by greatest common divisors, and fewer if that fails:
// 6 of (15,14) -> (3,2):(1,15).
bool shape_domain_distribute(struct layout *out, const struct int_tuple *shape, int64_t n,
                             struct failure *why);

#ifdef __cplusplus
}
#endif
#endif
