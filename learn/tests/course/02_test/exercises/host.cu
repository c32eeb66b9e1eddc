// SPDX-License-Identifier: MIT
// title: A whole program
// lesson: README.md#exercises-that-only-the-tests-have
// minutes: 5
// form: program
// sizes: 16 16 16; ? ? ?
// check: R
// check: D
// stub: R
// hint: one
// hint: two
// hint: three
// why: Because.
//
// The same with host pointers.

#include "learn/exercise.h"

extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    //@stub
    //@solution
    //@end
}
