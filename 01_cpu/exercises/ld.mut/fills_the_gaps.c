// SPDX-License-Identifier: MIT
// fails: R
// because: all is right inside, but zeros are written behind each row of C
//@1
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            float *c = &C[i * ldc + j];
            for (int gap = n; gap < ldc && j == 0; gap++)
                C[i * ldc + gap] = 0;
//@end
