// SPDX-License-Identifier: MIT
// fails: R
// because: the last block, which is not whole, is left out
//@1
    enum { BK = 64, BN = 64 };
    for (int j0 = 0; j0 + BN <= n; j0 += BN)
        for (int p0 = 0; p0 + BK <= k; p0 += BK)
            for (int i = 0; i < m; i++)
                for (int p = p0; p < p0 + BK; p++)
                    for (int j = j0; j < j0 + BN; j++)
                        C[i * ldc + j] += alpha * A[i * lda + p] * B[p * ldb + j];
//@end
