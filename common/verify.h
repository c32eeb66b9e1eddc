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
// An operation in floating point is exact but for a factor 1 + d, |d| <= u = eps / 2. A sum of k
// products, added in any order, with or without fused multiply-adds, is then off by at most
// k u |a||b|: one rounding for the product and k - 1 for the additions, and the terms in u^2 can be
// left out (Jeannerod and Rump, Improved error bounds for inner products in floating-point
// arithmetic, 2013; with those terms: Higham, Accuracy and Stability of Numerical Algorithms,
// section 3.1). Multiplying by alpha, multiplying C by beta and adding the two make three more:
//     |error| <= (k + 3) u (1 + 4 u) (|alpha| |A||B| + |beta| |C|)
// In the form c k eps (...), that is c = (1 + 3/k) / 2; 1 + 4 u covers what three roundings do to
// each other. Close to zero an operation is also off by up to half of the smallest subnormal
// number, even where its relative error is large; products do so k times before alpha scales them:
//     + (k |alpha| + 2) smallest
// Nothing tighter holds for all data, but it grows like k where errors of random data grow like
// sqrt(k): at k = 64 one product that is missing stands out, at k = 4096 it no longer does.
double error_bound(double k, double alpha, enum dtype type, double magnitude);

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
struct verdict verify_result(const struct reference *reference, const struct matrix *C);

// Whether the memory between the rows holds the same bytes in both; else where it first differs
// (col >= cols). Both have the same shape, type and ld.
bool verify_between_rows(const struct matrix *before, const struct matrix *after, int *row,
                         int *col);

#ifdef __cplusplus
}
#endif
#endif
