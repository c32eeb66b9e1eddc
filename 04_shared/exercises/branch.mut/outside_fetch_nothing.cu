// SPDX-License-Identifier: MIT
// fails: R, D
// because: all come to the barrier, but those outside of C fetch nothing, not even for others
//@1
    if (row < m && col < n) {
        for (int p = x; p < k; p += BN)
            As[y][p] = A[row_major(row, p, lda)];
        for (int p = y; p < k; p += BM)
            Bs[p][x] = B[row_major(p, col, ldb)];
    }
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
    if (row < m && col < n)
        store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@end
