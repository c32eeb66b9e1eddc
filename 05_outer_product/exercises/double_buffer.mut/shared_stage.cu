// SPDX-License-Identifier: MIT
// fails: D
// because: the number of the stage stands in shared memory: all threads write it, in no order
//@1
    __shared__ float As[2][BM][BK], Bs[2][BK][BN];
    __shared__ int number;
    for (int p0 = 0; p0 < k; p0 += BK) {
        number = p0 / BK % 2;
        const int stage = number;
        As[stage][y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[stage][y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[stage][y][p] * Bs[stage][p][x];
    }
//@end
