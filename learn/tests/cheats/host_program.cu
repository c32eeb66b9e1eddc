// SPDX-License-Identifier: MIT
// exercise: 02_host
// refused: R
// a whole program without a kernel
#include "learn/exercise.h"

extern "C" void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                         int ldb, float beta, float *C, int ldc)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            C[i * ldc + j] = alpha * acc + (beta == 0 ? 0 : beta * C[i * ldc + j]);
        }
}
