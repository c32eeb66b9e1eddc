// SPDX-License-Identifier: MIT
// fails: M
// because: p, j, i: an outer product a turn of p, but walked through by columns
//@1
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            C[i * ldc + j] = beta == 0 ? 0 : beta * C[i * ldc + j];
    for (int p = 0; p < k; p++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
//@end
