// SPDX-License-Identifier: MIT
// fails: R
// because: lda multiplies the column: that is how Fortran stores a matrix
//@1
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[p * lda + i] * B[p * ldb + j];
            float *c = &C[i * ldc + j];
//@end
