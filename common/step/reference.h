// SPDX-License-Identifier: MIT
//
// reference.h: what a step should have computed, in float64, from better sums where a step has
// that.
#ifndef COMMON_REFERENCE_H
#define COMMON_REFERENCE_H

#include <stdbool.h>

#include "matrix.h"
#include "step.h"

// Both arrays hold rows x cols elements, row-major, without gaps. For GEMM:
//     value      alpha * op(A) op(B) + beta * C
//     magnitude  |alpha| |op(A)| |op(B)| + |beta| |C|: the scale of the rounding errors
struct reference {
    int rows, cols;
    double *value, *magnitude;
    double terms, alpha; // of the sum behind each element: its length, and what scales it
    // The largest |element| of A and B, where alpha is none of 0, 1 and -1: what alpha times an
    // element may overflow or lose (verify.h). Else 0.
    double operand;
    // How the data were made, which may allow less than any data would (verify.h).
    enum data_kind { DATA_ANY, DATA_RANDOM, DATA_INTEGERS } data;
    // Of sums on tensor cores (verify.h): 2^E of the largest product that has a subnormal factor,
    // if E is counted as they count it; 0 where there is none.
    bool on_tensor_cores;
    double subnormal;
    double
        fp8_terms;  // products in a sum of fp8, which keeps fewer bits; 0: sums are of other types
    int units_lost; // of each product before it is added (step.h)
};

// Zeros, terms 0 and alpha 1. False when there is not enough memory. reference_free releases it.
bool reference_alloc(struct reference *reference, int rows, int cols);

// Computes both for the problem p. A, B and C are stored as p says, with whatever ld they have (the
// ld of p are not used); C is the matrix before the step and may be NULL when beta is 0.
//
// NaN and Inf go where IEEE arithmetic takes them. As in BLAS, A and B do not matter when alpha or
// k is 0, and C does not when beta is 0.
//
// Sums are float64, which keeps 29 bits more than float32: their own error is beneath notice. Where
// A and B are float64, sums are long double (64 bits of fraction on x86-64) until the value itself
// is rounded. Where A and B are i8, and C i32 if it takes part, everything is exact modulo 2^32, as
// in 32-bit integers that wrap around. Where C is i8, sums of i8 are not: step_reference()
// saturates.
//
// Uses all cores. False when there is not enough memory.
bool reference_gemm(struct reference *reference, const struct gemm_problem *p,
                    const struct matrix *A, const struct matrix *B, const struct matrix *C);
void reference_free(struct reference *reference);

#endif
