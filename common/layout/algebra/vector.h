// SPDX-License-Identifier: MIT
//
// vector.h: how many elements can be moved at once: runs that two layouts have in common,
// alignment, and shapes shared out.
#ifndef COMMON_LAYOUT_VECTOR_H
#define COMMON_LAYOUT_VECTOR_H

#include "../core/make.h"

// The longest run of elements that are contiguous in both: a(R(i)) = b(R(i)) = i.
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

#endif
