// SPDX-License-Identifier: MIT
// title: What beta = 0 promises
// lesson: README.md#the-problem
// minutes: 5
// form: sgemm
// sizes: 5 4 3; 6 7 8; 6 7 8; 6 7 8; 1 1 1; ? ? ?
// scales: 1 0; 2 1; -0.5 0; 3 -2
// check: R
// stub: R
// hint: What is 0 * NaN? And what can C contain if it was never filled?
// hint: Section "The problem", The rules. Look at the first wrong element: what was the wrong
//   value?
// hint: if (beta == 0) *c = alpha * acc; else ... (the compiler moves the test out of the loop)
// why: 0 * NaN is NaN, and 0 * Inf too. Memory that was just allocated may hold either, so BLAS
//   promises that with beta == 0 C is written and not read. It is also cheaper: m n fewer numbers
//   to fetch. The promise is about beta alone: a NaN in A or B must reach C.
//
// A caller that wants only the product passes beta = 0 and a C that was never filled. It may hold
// anything, NaN ("not a number") too, and NaN times 0 is NaN.
//
// Write the last line, C(i, j) = alpha * acc + beta * C(i, j), so that C is not read when beta is
// 0. Checked: C is right for several alpha and beta; if beta is 0, C is full of NaN before.

#include "learn/exercise.h"

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            float *c = &C[i * ldc + j];
            //@stub
            *c = alpha * acc + beta * *c; // TODO: what if beta is 0?
            //@solution
            if (beta == 0)
                *c = alpha * acc;
            else
                *c = alpha * acc + beta * *c;
            //@end
        }
}

#if 0 //@mutants: common wrong answers, the checks that each fails, and why

//@mutant added_always
// fails: R
// because: C is taken as zero in the wrong case: where beta is not 0
//@1
            *c = beta == 0 ? alpha * acc + *c : alpha * acc;
//@end

//@mutant alpha_forgotten
// fails: R
// because: without beta the product is stored unscaled: alpha is forgotten
//@1
            *c = beta == 0 ? acc : alpha * acc + beta * *c;
//@end

//@mutant alpha_times_all
// fails: R
// because: alpha multiplies the old C, too
//@1
            *c = beta == 0 ? alpha * acc : alpha * (acc + beta * *c);
//@end

//@mutant beta_is_one
// fails: R
// because: adds to C with any beta but 0: a sum, not a linear combination
//@1
            *c = beta == 0 ? alpha * acc : alpha * acc + *c;
//@end

#endif
