// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: A comes through shared memory, B still from global memory for each row of the tile anew
//@1
    __shared__ float As[BM][BK];
    for (int p0 = 0; p0 < k; p0 += BK) {
        As[y][x] = load_or_zero(&A[row_major(row, p0 + x, lda)], row < m && p0 + x < k);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * load_or_zero(&B[row_major(p0 + p, col, ldb)], p0 + p < k && col < n);
        __syncthreads();
    }
//@end
