// SPDX-License-Identifier: MIT
// fails: M
// because: only p is cut: 64 rows of B, each 256 floats long, are 64 KiB
//@1
    enum { BK = 64 };
    for (int p0 = 0; p0 < k; p0 += BK)
        for (int i = 0; i < m; i++)
            for (int p = p0; p < smaller(p0 + BK, k); p++)
                for (int j = 0; j < n; j++)
                    C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
//@end
