// SPDX-License-Identifier: MIT
// fails: R
// because: a thread multiplies what another one has not stored yet
//@1
    __shared__ float As[BM][BK], Bs[BK][BN];
    for (int p0 = 0; p0 < k; p0 += BK) {
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
    }
//@end
