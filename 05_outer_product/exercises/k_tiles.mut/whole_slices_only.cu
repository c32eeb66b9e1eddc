// SPDX-License-Identifier: MIT
// fails: R
// because: the last slice of K, which is not whole, is left out
//@1
    __shared__ float As[BM][BK], Bs[BK][BN];
    for (int p0 = 0; p0 + BK <= k; p0 += BK) {
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
    }
//@end
