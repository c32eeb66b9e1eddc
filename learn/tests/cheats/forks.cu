// SPDX-License-Identifier: MIT
// refused: R
// a process of its own goes on, and this one ends well
#include "learn/exercise.h"
#include <unistd.h>
extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    if (fork() > 0)
        _exit(0);
}
