// SPDX-License-Identifier: MIT
// title: A product on the CPU
// lesson: README.md#exercises-that-only-the-tests-have
// minutes: 5
// form: sgemm
// sizes: 16 16 16
// scales: 1 0
// check: R
// stub: R
// hint: What does alpha do?
// hint: Read the first sentence.
// hint: alpha * acc
// why: The definition has a factor
//   alpha.
//
// C = alpha A B. One thing is forgotten. Nothing is counted here.

#include "learn/exercise.h"

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    (void)beta;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            //@stub
            C[i * ldc + j] = acc + alpha;
            //@solution
            C[i * ldc + j] = alpha * acc;
            //@end
        }
}
