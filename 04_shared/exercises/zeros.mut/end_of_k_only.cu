// SPDX-License-Identifier: MIT
// fails: D
// because: zeros at the end of k, nothing at the edges of C: words are read that nobody wrote, for
//   elements that nobody stores
//@1
        if (p0 + x >= k)
            As[y][x] = 0;
        else if (row < m)
            As[y][x] = A[row_major(row, p0 + x, lda)];
        if (p0 + y >= k)
            Bs[y][x] = 0;
        else if (col < n)
            Bs[y][x] = B[row_major(p0 + y, col, ldb)];
//@end
