// SPDX-License-Identifier: MIT
// fails: R
// because: one leading dimension for all three matrices
//@1
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * lda + j];
            float *c = &C[i * lda + j];
            (void)ldb, (void)ldc;
//@end
