// SPDX-License-Identifier: MIT
// fails: R
// because: packed once, before the loop over the strips: all strips get the first one's columns
//@1
    for (int p = 0; p < k; p++)
        for (int j = 0; j < smaller(NR, n); j++)
            packed[p * NR + j] = B[p * ldb + j];
    for (int j0 = 0; j0 < n; j0 += NR)
        for (int i0 = 0; i0 < m; i0 += MR)
            tile(smaller(MR, m - i0), smaller(NR, n - j0), k, alpha, &A[i0 * lda], lda, packed, NR,
                 beta, &C[i0 * ldc + j0], ldc);
//@end
