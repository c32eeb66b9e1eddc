// SPDX-License-Identifier: MIT
// fails: R
// because: each thread fetches one word of A and one of B: that is a panel for k = 32 only
//@1
    if (x < k)
        As[y][x] = load_or_zero(&A[row_major(row, x, lda)], row < m);
    if (y < k)
        Bs[y][x] = load_or_zero(&B[row_major(y, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
//@end
