// SPDX-License-Identifier: MIT
// refused: R
// prints without end
#include "learn/exercise.h"
#include <cstdio>
extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    for (;;)
        puts("the result is right the result is right the result is right the result is right");
}
