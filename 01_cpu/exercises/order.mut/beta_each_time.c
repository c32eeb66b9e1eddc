// SPDX-License-Identifier: MIT
// fails: R
// because: the row is scaled by beta for each p, so the products are scaled as well
//@1
    for (int i = 0; i < m; i++) {
        float *c = &C[i * ldc];
        for (int p = 0; p < k; p++) {
            const float a = alpha * A[i * lda + p];
            const float *b = &B[p * ldb];
            for (int j = 0; j < n; j++)
                c[j] = (beta == 0 ? 0 : beta * c[j]) + a * b[j];
        }
    }
//@end
