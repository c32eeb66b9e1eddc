// SPDX-License-Identifier: MIT
// fails: M
// because: a block of 256 x 256 floats is all of B: 256 KiB do not stay in 32
//@1
    enum { BK = 256, BN = 256 };
    for (int j0 = 0; j0 < n; j0 += BN)
        for (int p0 = 0; p0 < k; p0 += BK)
            for (int i = 0; i < m; i++)
                for (int p = p0; p < smaller(p0 + BK, k); p++)
                    for (int j = j0; j < smaller(j0 + BN, n); j++)
                        C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
//@end
