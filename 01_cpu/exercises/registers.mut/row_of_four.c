// SPDX-License-Identifier: MIT
// fails: M
// because: 1 x 4 sums: an element of A serves four times, one of B still once; 5 loads for 4
//@1
            for (int i = i0; i < i0 + rows; i++) {
                float acc[NR] = {0};
                for (int p = 0; p < k; p++) {
                    const float a = A[i * lda + p];
                    for (int j = 0; j < cols; j++)
                        acc[j] += a * B[p * ldb + j0 + j];
                }
                for (int j = 0; j < cols; j++) {
                    float *c = &C[i * ldc + j0 + j];
                    *c = beta == 0 ? alpha * acc[j] : alpha * acc[j] + beta * *c;
                }
            }
//@end
