// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: every thread copies the row and the column that it needs itself, as the source does:
//   nothing is shared
//@1
    for (int p = 0; p < k; p++) {
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    }
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
//@end
