// SPDX-License-Identifier: MIT
// fails: M
// because: C itself holds the sums: each multiply-add loads one and stores it
//@1
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++) {
                    float *c = &C[(i0 + i) * ldc + j0 + j];
                    *c = beta == 0 ? 0 : beta * *c;
                }
            for (int p = 0; p < k; p++)
                for (int i = 0; i < rows; i++) {
                    const float a = alpha * A[(i0 + i) * lda + p];
                    for (int j = 0; j < cols; j++)
                        C[(i0 + i) * ldc + j0 + j] += a * B[p * ldb + j0 + j];
                }
//@end
