// SPDX-License-Identifier: MIT
// fails: R
// because: tiles at the edges are stored whole: 4 x 4 elements, also where the matrix has ended
//@1
            float acc[MR][NR] = {{0}};
            for (int p = 0; p < k; p++) {
                float a_frag[MR], b_frag[NR];
                for (int i = 0; i < MR; i++)
                    a_frag[i] = i < rows ? A[(i0 + i) * lda + p] : 0;
                for (int j = 0; j < NR; j++)
                    b_frag[j] = j < cols ? B[p * ldb + j0 + j] : 0;
                for (int i = 0; i < MR; i++)
                    for (int j = 0; j < NR; j++)
                        acc[i][j] += a_frag[i] * b_frag[j];
            }
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < smaller(NR, ldc - j0); j++) {
                    float *c = &C[(i0 + i) * ldc + j0 + j];
                    *c = beta == 0 ? alpha * acc[i][j] : alpha * acc[i][j] + beta * *c;
                }
//@end
