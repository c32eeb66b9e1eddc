// SPDX-License-Identifier: MIT
// fails: R, D
// because: all come to the barrier, but those outside of C fetch nothing, not even for others
//@from
    for (int p = x; p < k; p += BN)
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
//@to
    if (row < m && col < n) {
        for (int p = x; p < k; p += BN)
            As[y][p] = A[row_major(row, p, lda)];
        for (int p = y; p < k; p += BM)
            Bs[p][x] = B[row_major(p, col, ldb)];
    }
//@end
