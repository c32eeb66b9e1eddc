// SPDX-License-Identifier: MIT
// title: Loads of A
// lesson: README.md#exercises-that-only-the-tests-have
// minutes: 5
// form: sgemm
// sizes: 16 16 16; 3 5 7
// scales: 1 0
// check: R
// check: M accesses <= 1.1 * m * n * k + 3 * m * k + 3 * m * n
// stub: M
// hint: How often is an element of A loaded?
// hint: Once for each column of B.
// hint: Copy the row of A to an array of the function.
// why: An array of the function counts as registers.
//
// C = alpha A B, of at most 16 columns of A. Load each element of A once.

#include "learn/exercise.h"

void exercise(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb,
              float beta, float *C, int ldc)
{
    (void)beta;
    for (int i = 0; i < m; i++) {
        //@stub
        const float *a = &A[i * lda];
        //@solution
        float a[16];
        for (int p = 0; p < k; p++)
            a[p] = A[i * lda + p];
        //@end
        for (int j = 0; j < n; j++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += a[p] * B[p * ldb + j];
            C[i * ldc + j] = alpha * acc;
        }
    }
}
