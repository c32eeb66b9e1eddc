// SPDX-License-Identifier: MIT
// fails: R, D
// because: takes the barrier out altogether
//@1
    for (int p = x; p < k; p += BN)
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@end
