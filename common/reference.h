// SPDX-License-Identifier: MIT
//
// reference.h: what a step should have computed, in float64.
#ifndef COMMON_REFERENCE_H
#define COMMON_REFERENCE_H

#include <stdbool.h>

#include "matrix.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

// Both arrays hold rows x cols elements, row-major, without gaps. For GEMM:
//     value      alpha * op(A) op(B) + beta * C
//     magnitude  |alpha| |op(A)| |op(B)| + |beta| |C|: the scale of the rounding errors
struct reference {
    int rows, cols;
    double *value, *magnitude;
    double terms, alpha; // of the sum behind each element: its length, and what scales it
};

// Zeros, terms 0 and alpha 1. False when there is not enough memory. reference_free releases it.
bool reference_alloc(struct reference *reference, int rows, int cols);

// Computes both for the problem p. A, B and C are stored as p says, with whatever ld they have (the
// ld of p are not used); C is the matrix before the step and may be NULL when beta is 0.
//
// NaN and Inf go where IEEE arithmetic takes them. As in BLAS, A and B do not matter when alpha or
// k is 0, and C does not when beta is 0. float64 keeps 29 bits more than float32, so its own error
// is beneath notice.
//
// Uses all cores. False when there is not enough memory.
bool reference_gemm(struct reference *reference, const struct gemm_problem *p,
                    const struct matrix *A, const struct matrix *B, const struct matrix *C);
void reference_free(struct reference *reference);

#ifdef __cplusplus
}
#endif
#endif
