// SPDX-License-Identifier: MIT
// fails: R, D
// because: asks for the row of A and the column of B, not for k: leaves both matrices
//@1
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], col < n);
//@end
