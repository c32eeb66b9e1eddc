// SPDX-License-Identifier: MIT
// fails: M
// because: j, p, i: the innermost loop walks down columns of A and of C, two misses a turn
//@1
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            C[i * ldc + j] = beta == 0 ? 0 : beta * C[i * ldc + j];
    for (int j = 0; j < n; j++)
        for (int p = 0; p < k; p++)
            for (int i = 0; i < m; i++)
                C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
//@end
