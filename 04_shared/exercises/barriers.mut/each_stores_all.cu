// SPDX-License-Identifier: MIT
// fails: D
// because: every thread stores the whole row of As that it reads: 32 threads write the same word,
//   the same value
//@1
        for (int p = 0; p < BK; p++)
            As[y][p] = load_or_zero(&A[row_major(row, p0 + p, lda)], row < m && p0 + p < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
//@end
