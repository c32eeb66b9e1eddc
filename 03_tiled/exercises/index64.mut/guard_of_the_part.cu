// SPDX-License-Identifier: MIT
// fails: R
// because: compares a row of the whole with m, which counts the rows that are here: nobody computes
//   anything
//@1
    if (row >= m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@end
