// SPDX-License-Identifier: MIT
// fails: M
// because: a copy with the leading dimension of B has the same trouble as B
//@1
    float *copy = malloc(sizeof *copy * (size_t)k * (size_t)ldb);
    if (!copy)
        return;
    for (int p = 0; p < k; p++)
        for (int j = 0; j < n; j++)
            copy[p * ldb + j] = B[p * ldb + j];
    for (int j0 = 0; j0 < n; j0 += NR)
        for (int i0 = 0; i0 < m; i0 += MR)
            tile(smaller(MR, m - i0), smaller(NR, n - j0), k, alpha, &A[i0 * lda], lda, &copy[j0],
                 ldb, beta, &C[i0 * ldc + j0], ldc);
    free(copy);
//@end
