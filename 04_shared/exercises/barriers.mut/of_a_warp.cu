// SPDX-License-Identifier: MIT
// fails: R, D
// because: __syncwarp waits for the own warp; the words of Bs come from all of them
//@1
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        Bs[y][x] = load_or_zero(&B[row_major(p0 + y, col, ldb)], p0 + y < k && col < n);
        __syncwarp();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncwarp();
//@end
