// SPDX-License-Identifier: MIT
// fails: R
// because: takes the last column and row once more instead of a zero: their product is added
//   several times
//@1
        As[y][x] = load_or_zero(&A[row_major(row, smaller(p0 + x, k - 1), lda)], row < m);
        Bs[y][x] = load_or_zero(&B[row_major(smaller(p0 + y, k - 1), col, ldb)], col < n);
//@end
