// SPDX-License-Identifier: MIT
// fails: R, D
// because: two stages do not replace the first barrier: others have not stored yet
//@1
    __shared__ float As[2][BM][BK], Bs[2][BK][BN];
    for (int p0 = 0; p0 < k; p0 += BK) {
        const int stage = p0 / BK % 2;
        As[stage][y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[stage][y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
        __syncthreads();
    }
//@end
