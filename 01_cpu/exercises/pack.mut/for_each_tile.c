// SPDX-License-Identifier: MIT
// fails: M
// because: the strip is packed for each tile anew: it costs more than it brings
//@1
    for (int j0 = 0; j0 < n; j0 += NR)
        for (int i0 = 0; i0 < m; i0 += MR) {
            const int cols = smaller(NR, n - j0);
            for (int p = 0; p < k; p++)
                for (int j = 0; j < cols; j++)
                    packed[p * NR + j] = B[p * ldb + j0 + j];
            tile(smaller(MR, m - i0), cols, k, alpha, &A[i0 * lda], lda, packed, NR, beta,
                 &C[i0 * ldc + j0], ldc);
        }
//@end
