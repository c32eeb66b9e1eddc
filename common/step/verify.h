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
// An operation in floating point is exact except for a factor 1 + d, |d| <= u = eps / 2. A sum of k
// products, added in any order, with or without fused multiply-adds, then has an error of at most k
// u |a||b|: one rounding for the product and k - 1 for the additions. The terms in u^2 can be
// omitted (Jeannerod and Rump, Improved error bounds for inner products in floating-point
// arithmetic, 2013; with those terms: Higham, Accuracy and Stability of Numerical Algorithms,
// section 3.1). Multiplying by alpha, multiplying C by beta and adding the two add three roundings:
//     |error| <= (k + 3) u (1 + 4 u) (|alpha| |A||B| + |beta| |C|)
// In the form c k eps (...), that is c = (1 + 3/k) / 2; 1 + 4 u covers the products of these three
// roundings. Close to zero an operation also has an error of up to half of the smallest subnormal
// number, even if its relative error is large; products have it k times before alpha scales them:
//     + (k |alpha| + 2) smallest
// No tighter bound holds for all data. But it grows like k, and errors of random data grow like
// sqrt(k): at k = 64 one missing product exceeds it, at k = 4096 it does not.
double error_bound(double k, double alpha, enum dtype type, double magnitude);

// The same for tensor cores that add products of f16, bf16 or tf32 and keep the sum in f32 or f16.
// (In f64 they round each multiply-add to nearest, as above; integers are exact.)
//
// An instruction adds the current sum and g products at once (common/device/ptx/README.md). With E
// the largest exponent among them, each is truncated to a multiple of 2^(E-25) on an H200, and by
// published tests of 2^(E-24) on GPUs since compute capability 7.5; g is 16 or 8 on an H200, and 4
// or more on the others. Zeros do not count. Then the exact sum of the truncated terms is truncated
// to f32, or rounded to the nearest f16. So, with M = |a||b|, u = eps / 2 of the accumulator's
// type:
//
//   Cuts before the addition. The term of exponent E loses nothing, each other term less than
//   2^(E-24) <= 2^-24 M. In the first instruction the sum is 0: k products and one sum fewer than
//   instructions are at most k - 1 other terms in all:      (k - 1) 2^-24 M
//   Cuts of the sum, f32: each is below eps times the sum. A cut never makes a term larger, so no
//   sum exceeds M, and there are no terms in u^2:           ceil(k/4) eps M
//   Roundings of the sum, f16: as a sum of ceil(k/4) terms: ceil(k/4) u M
//
// In units of u this is k - 1 + 2 ceil(k/4) for f32, and ceil(k/4) + (k - 1) 2^-13 for f16; these
// replace k above. Partial sums of a multiple of 4 products each, added in f32 afterwards, stay
// within this bound: such a sum saves the one cut that the addition rounds. Products do not
// underflow, only sums do:
//     + (ceil(k/4) |alpha| + 2) smallest
// The exponent of a subnormal factor counts as that of the least normal number. If E comes only
// from such a factor, 2^E is larger than the term: `subnormal` is the largest such 2^E:
//     + k |alpha| 2^-24 subnormal
//
// (The bound is not smaller for the emulated GPU, which adds as an H200 does.)
double tensor_core_bound(double k, double alpha, enum dtype type, double magnitude,
                         double subnormal);

// For fp8 (e4m3) wgmma keeps fewer bits: products and the sum are truncated to multiples of
// 2^(E-13), and the sum to 13 bits of fraction. A sum may end after `terms` products, and these
// sums are added in f32. So, with ceil(k/terms) sums of at most `terms`, each as above:
//   Cuts before the addition:                               (terms - 1) 2^-13 M
//   Cuts of the sum, one for 32 products:                   ceil(terms/32) 2^-13 M
//   Additions and scales in f32:                            (ceil(k/terms) + 6) u M
double fp8_bound(double k, double terms, double alpha, double magnitude, double subnormal);

// BLAS does not define when alpha is multiplied. A step that first multiplies an element of A (or
// B) by it may lose up to half of the smallest number there; the other factor makes this larger, k
// times. Or it may overflow although the result would not. So, with x the largest |element|:
//     + k x smallest / 2, and a result that is not finite is right if |alpha| x is too large
//
// For random data whose mean is zero, rounding errors mostly cancel. A sum of k such products grows
// to about sqrt(k), not to k, and so do its errors, so the error is a few u |a||b| for any k
// (Higham and Mary, Sharper probabilistic backward error analysis for basic linear algebra kernels
// with random data, 2020; the standard deviation is 0.64 u |a||b| for one sum in order). 16 of them
// is beyond chance for any number of elements:
//     |error| <= 16 u (|alpha| |A||B| + |beta| |C|)
// Tensor cores truncate, and truncations do not cancel: k/4 cuts, each of up to 2 u times a sum of
// about sqrt(k), which is about sqrt(k) u |a||b| in all:
//     |error| <= (16 + sqrt(k)) u (...)
// At k = 60,000 one missing product exceeds this bound. It is never more than the bounds above.
//
// For fp8 the unit is 2^-14, and 1 of 32 additions cuts the sum. If a sum ends after `terms`
// products, the errors of k / terms of them grow like the root of their number, and M grows faster:
//     |error| <= (8 + sqrt(terms)/2) 2^-14 sqrt(terms/k) (...) + 16 u (...)
double random_fp8_bound(double k, double terms, double magnitude);
double random_data_bound(double k, enum dtype type, double magnitude, bool on_tensor_cores);

struct verdict {
    bool ok;
    double max_error; // largest |got - expected|; Inf or NaN where the reference has none
    double bound;     // the allowed error of that element
    int64_t wrong;    // number of wrong elements
    // The first wrong element in row-major order, when there is one:
    int row, col;
    double got, expected, allowed;
    int64_t outside; // elements between the rows that were written, if they were checked
};

// Compares C, the result of a step, with the reference of the same problem. NaN is right only where
// NaN is expected, Inf only where the same Inf is. If intermediate sums can leave the range of the
// type (magnitude above its largest value), a result that is not finite is right, too. Small
// integers (reference->data) must be equal. Uses all cores.
struct verdict verify_result(const struct reference *reference, const struct matrix *C);

// Does the memory between the rows hold the same bytes in both? If not, where it first differs (col
// >= cols). Both have the same shape, type and ld.
bool verify_between_rows(const struct matrix *before, const struct matrix *after, int *row,
                         int *col);

#endif
