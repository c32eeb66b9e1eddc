// SPDX-License-Identifier: MIT
//
// verify.h: is the result of a step right?
#ifndef COMMON_VERIFY_H
#define COMMON_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "matrix.h"
#include "reference.h"
#include "step.h"

#ifdef __cplusplus
extern "C" {
#endif

// The largest error that rounding alone can explain, for one element of C.
//
// Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., chapters 2 and 3: an operation
// in floating point is exact but for a factor 1 + d with |d| <= u = eps / 2. A term that goes
// through t operations gathers at most gamma(t) = t u / (1 - t u), so a sum of k products, added in
// any order and with or without fused multiply-adds, is off by at most gamma(k) |a||b|: one
// operation for the product and k - 1 for the additions. Multiplying by alpha, multiplying C by
// beta and adding the two make at most three more:
//     |error| <= gamma(k + 3) (|alpha| |A||B| + |beta| |C|) <= (k + 3) eps (|alpha| |A||B| + ...)
// the last while (k + 3) u <= 1/2. Written c k eps (...), that is c = 1 + 3/k.
// Close to zero an operation is also off by up to half of the smallest subnormal number, even where
// its relative error is large; products and sums do so k times before alpha scales them:
//     + (k |alpha| + 2) smallest
double error_bound(int k, double alpha, enum dtype type, double magnitude);

struct verdict {
    bool ok;
    double max_error; // largest |got - expected|; Inf or NaN where those were not expected
    double bound;     // what was allowed for that element
    int64_t wrong;    // number of wrong elements
    // The first wrong element in row-major order, when there is one:
    int row, col;
    double got, expected, allowed;
};

// Holds C, the result of a step, against the reference of the same problem. NaN is right only where
// NaN is expected, Inf only where the same Inf is. Where intermediate sums can leave the range of
// the type (magnitude above its largest value), a result that is not finite is right as well.
// Uses all cores.
struct verdict verify_gemm(const struct gemm_problem *p, const struct reference *reference,
                           const struct matrix *C);

// Whether the memory between the rows holds the same bytes in both; else where it first differs
// (col >= cols). Both have the same shape, type and ld.
bool verify_between_rows(const struct matrix *before, const struct matrix *after, int *row,
                         int *col);

#ifdef __cplusplus
}
#endif
#endif
