// SPDX-License-Identifier: MIT
// fails: R
// because: packed column after column, and read row after row
//@1
    for (int j0 = 0; j0 < n; j0 += NR) {
        const int cols = smaller(NR, n - j0);
        for (int p = 0; p < k; p++)
            for (int j = 0; j < cols; j++)
                packed[j * k + p] = B[p * ldb + j0 + j];
        for (int i0 = 0; i0 < m; i0 += MR)
            tile(smaller(MR, m - i0), cols, k, alpha, &A[i0 * lda], lda, packed, NR, beta,
                 &C[i0 * ldc + j0], ldc);
    }
//@end
