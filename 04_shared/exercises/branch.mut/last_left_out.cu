// SPDX-License-Identifier: MIT
// fails: R
// because: all come to the barrier, but the guard of the store leaves out the last row and column
//@1
    for (int p = x; p < k; p += BN)
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
    if (row < m - 1 && col < n - 1)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@end
