// SPDX-License-Identifier: MIT
// fails: R
// because: C keeps its rows n apart: the result lands in the gaps
//@1
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            float *c = &C[i * n + j];
            (void)ldc;
//@end
