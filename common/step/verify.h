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

// The same where tensor cores add products of f16, bf16 or tf32 and keep the sum in f32 or f16. (In
// f64 they round each multiply-add to the nearest, as above; integers are exact.)
//
// An instruction adds the sum so far and g products at once (common/device/ptx/README.md): with E
// the largest exponent among them, each is cut to a multiple of 2^(E-25) on an H200, by published
// tests of 2^(E-24) on GPUs since compute capability 7.5; g is 16 or 8 on an H200, and 4 or more on
// the others. Zeros do not count. Then the exact sum of what is left is cut to f32, or rounded to
// the nearest f16. So, with M = |a||b|, u = eps / 2 of the accumulator's type:
//
//   Cuts before the addition. The term of exponent E loses nothing, each of the others less than
//   2^(E-24) <= 2^-24 M. In the first instruction the sum is 0: k products and one sum fewer than
//   instructions make at most k - 1 others in all:          (k - 1) 2^-24 M
//   Cuts of the sum, f32: each is below eps times the sum. Cutting never makes a term larger, so no
//   sum exceeds M, and there are no terms in u^2:           ceil(k/4) eps M
//   Roundings of the sum, f16: as a sum of ceil(k/4) terms: ceil(k/4) u M
//
// In units of u that is k - 1 + 2 ceil(k/4) for f32, and ceil(k/4) + (k - 1) 2^-13 for f16: they
// take the place of k above. Partial sums of a multiple of 4 products each, added in f32
// afterwards, stay within it: such a sum saves the one cut that the addition rounds. Products do
// not underflow, only sums do:
//     + (ceil(k/4) |alpha| + 2) smallest
// The exponent of a subnormal factor counts as that of the least normal number. Where that is all
// of E, 2^E is larger than the term: `subnormal` is the largest such 2^E:
//     + k |alpha| 2^-24 subnormal
//
// (The bound is not smaller for the emulated GPU, which adds as an H200 does.)
double tensor_core_bound(double k, double alpha, enum dtype type, double magnitude,
                         double subnormal);

// Of fp8 (e4m3) wgmma keeps fewer bits of all: products and the sum are cut to multiples of
// 2^(E-13), and the sum to 13 bits of fraction. A sum may end after `terms` products, and those
// sums are added up in f32. So, with ceil(k/terms) sums of at most `terms`, each as above:
//   Cuts before the addition:                               (terms - 1) 2^-13 M
//   Cuts of the sum, one for 32 products:                   ceil(terms/32) 2^-13 M
//   Additions and scales in f32:                            (ceil(k/terms) + 6) u M
double fp8_bound(double k, double terms, double alpha, double magnitude, double subnormal);

// BLAS leaves open when alpha comes in. A step that multiplies an element of A (or B) by it first
// may lose up to half of the smallest number there, which the other factor makes larger, and that k
// times; or it may overflow where the result would not. So, with x the largest |element|:
//     + k x smallest / 2, and a result that is not finite is right if |alpha| x is too large
//
// What rounding does to data whose mean is zero, drawn at random: a sum of k such products walks to
// about sqrt(k), not to k, and so do its errors, so that the whole is off by a few u |a||b|
// whatever k is (Higham and Mary, Sharper probabilistic backward error analysis for basic linear
// algebra kernels with random data, 2020; the standard deviation is 0.64 u |a||b| for one sum in
// order). 16 of them, which is beyond chance for any number of elements:
//     |error| <= 16 u (|alpha| |A||B| + |beta| |C|)
// Tensor cores cut, and cuts do not cancel: a quarter of k cuts, each of up to 2 u times a sum of
// about sqrt(k), which is some sqrt(k) u |a||b| in all:
//     |error| <= (16 + sqrt(k)) u (...)
// At k = 60,000 one product that is missing stands out. Never more than the bounds above.
//
// Of fp8 the unit is 2^-14, and 1 of 32 additions cuts the sum; where a sum ends after `terms`
// products, the errors of k / terms of them grow like the root of their number, and M faster:
//     |error| <= (8 + sqrt(terms)/2) 2^-14 sqrt(terms/k) (...) + 16 u (...)
double random_fp8_bound(double k, double terms, double magnitude);
double random_data_bound(double k, enum dtype type, double magnitude, bool on_tensor_cores);

struct verdict {
    bool ok;
    double max_error; // largest |got - expected|; Inf or NaN where those were not expected
    double bound;     // what was allowed for that element
    int64_t wrong;    // number of wrong elements
    // The first wrong element in row-major order, when there is one:
    int row, col;
    double got, expected, allowed;
    int64_t outside; // elements between the rows that were written, where somebody looked
};

// Holds C, the result of a step, against the reference of the same problem. NaN is right only where
// NaN is expected, Inf only where the same Inf is. Where intermediate sums can leave the range of
// the type (magnitude above its largest value), a result that is not finite is right as well.
// Small integers (reference->data) have to be equal.
// Uses all cores.
struct verdict verify_result(const struct reference *reference, const struct matrix *C);

// Whether the memory between the rows holds the same bytes in both; else where it first differs
// (col >= cols). Both have the same shape, type and ld.
bool verify_between_rows(const struct matrix *before, const struct matrix *after, int *row,
                         int *col);

#endif
