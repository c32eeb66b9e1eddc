// SPDX-License-Identifier: MIT
// refused: R
// ends before main begins
#include "learn/exercise.h"
#include <cstdlib>
static int before = (exit(0), 1);

extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    (void)before;
}
