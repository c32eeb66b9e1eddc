// SPDX-License-Identifier: MIT
// fails: D
// because: fetches first and leaves before the barrier: all words come, but not all threads
//@1
    for (int p = x; p < k; p += BN)
        As[y][p] = load_or_zero(&A[row_major(row, p, lda)], row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    if (row >= m || col >= n)
        return;
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@end
