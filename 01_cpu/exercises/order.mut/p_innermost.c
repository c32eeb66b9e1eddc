// SPDX-License-Identifier: MIT
// fails: M
// because: j, i, p: i and j changed places, but p is still innermost
//@1
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[i * lda + p] * B[p * ldb + j];
            float *c = &C[i * ldc + j];
            *c = beta == 0 ? alpha * acc : alpha * acc + beta * *c;
        }
//@end
