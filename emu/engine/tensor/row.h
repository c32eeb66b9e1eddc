// SPDX-License-Identifier: MIT
//
// row.h: a row of A times columns of B, shared by mma.sync (multiply.c) and wgmma
// (wgmma_multiply.c).
#ifndef TENSOR_ROW_H
#define TENSOR_ROW_H

#include <stddef.h>
#include <stdint.h>

#include "number.h"

// Function attribute: compile for processors with AVX2, and once more for all other processors.
#if defined __GNUC__ && !defined __clang__ && !defined __AVX2__
#define VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define VECTORS
#endif

// The decoded numbers of a row of A.
struct tensor_row {
    const int32_t *significand, *exponent;
    const uint8_t *special;
};

// Those of B, with columns side by side; the next position along k is `step` further.
struct tensor_columns {
    const int32_t *significand, *exponent;
    const uint8_t *special;
    size_t step;
};

// n: the columns, a multiple of 8. largest: in: the exponents of C; out: the largest of these and
// the products'. sum: the sum of the products, each times `scale` / 2^(largest - its exponent),
// truncated towards zero.
void tensor_add_row(const struct tensor_row *a, const struct tensor_columns *b, int n, int k,
                    int scale, int32_t *largest, int64_t *sum);

// The sum of column j if a NaN or Inf takes part, C included: one of these three, or FINITE.
enum special tensor_special_sum(const struct tensor_row *a, const struct tensor_columns *b, int j,
                                int k, enum special c);

#endif
