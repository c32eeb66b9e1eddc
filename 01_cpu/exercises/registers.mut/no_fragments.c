// SPDX-License-Identifier: MIT
// fails: M
// because: the sums are in registers, but each multiply-add still loads both of its factors
//@1
            float acc[MR][NR] = {{0}};
            for (int p = 0; p < k; p++)
                for (int i = 0; i < rows; i++)
                    for (int j = 0; j < cols; j++)
                        acc[i][j] += A[(i0 + i) * lda + p] * B[p * ldb + j0 + j];
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < cols; j++) {
                    float *c = &C[(i0 + i) * ldc + j0 + j];
                    *c = beta == 0 ? alpha * acc[i][j] : alpha * acc[i][j] + beta * *c;
                }
//@end
