// SPDX-License-Identifier: MIT
//
// reference.h: the right result of a step in float64, or from more precise sums if the step itself
// computes in float64.
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
    double terms, alpha; // of the sum of each element: its length, and its factor
    // The largest |element| of A and B, if alpha is not 0, 1 or -1: alpha times an element may
    // overflow or lose bits (verify.h). Otherwise 0.
    double operand;
    // How the data were made; special data may allow a smaller error (verify.h).
    enum data_kind { DATA_ANY, DATA_RANDOM, DATA_INTEGERS } data;
    // For sums on tensor cores (verify.h): 2^E of the largest product with a subnormal factor, with
    // E counted as they count it; 0 if there is none.
    bool on_tensor_cores;
    double subnormal;
    double fp8_terms; // products in a sum of fp8, which keeps fewer bits; 0: other types
    int units_lost;   // of each product before it is added (step.h)
};

// Zeros, terms 0 and alpha 1. False if there is not enough memory. reference_free() releases it.
bool reference_alloc(struct reference *reference, int rows, int cols);

// Computes both for the problem p. A, B and C are stored as p describes, with any ld (the ld of p
// are ignored). C is the matrix before the step and may be NULL if beta is 0.
//
// NaN and Inf go where IEEE arithmetic takes them. As in BLAS, A and B do not matter when alpha or
// k is 0, and C does not when beta is 0.
//
// Sums are float64, which has 29 bits more than float32: their own error is negligible. If A and B
// are float64, sums are long double (64 bits of fraction on x86-64) until the value itself is
// rounded. If A and B are i8, and C is i32 if it takes part, everything is exact modulo 2^32, as in
// 32-bit integers that wrap around. If C is i8, sums of i8 are not exact: step_reference()
// saturates.
//
// Uses all cores. False if there is not enough memory.
bool reference_gemm(struct reference *reference, const struct gemm_problem *p,
                    const struct matrix *A, const struct matrix *B, const struct matrix *C);
void reference_free(struct reference *reference);

// Computes sums = op(A) op(B), m x n. A and B are float64, stored as p says but without gaps; sums
// has none either. False where it cannot.
typedef bool reference_sums_fn(const struct gemm_problem *p, const double *A, const double *B,
                               double *sums);

// reference_gemm() calls `fast` for problems of at least `products` products, and compares a sample
// of the sums with its own sums: if they differ, or if `fast` fails, it computes all of them
// itself. It never calls `fast` for float64 operands. NULL, as at the start: no such function.
void reference_use(reference_sums_fn *fast, double products);

#endif
