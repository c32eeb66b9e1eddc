// SPDX-License-Identifier: MIT
// fails: R, D
// because: zeros in As alone, since 0 times anything is 0: not times NaN, and Bs is read unwritten
//@1
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        if (p0 + y < k && col < n)
            Bs[y][x] = B[row_major(p0 + y, col, ldb)];
//@end
