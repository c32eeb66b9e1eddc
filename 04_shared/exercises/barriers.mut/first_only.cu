// SPDX-License-Identifier: MIT
// fails: R, D
// because: no barrier after the loop: a fast warp overwrites what a slow one still reads
//@1
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
//@end
