// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: x counts rows as the tiles are fetched: 32 lanes touch 32 rows, one sector each
//@1
    __shared__ float As[BM][BK], Bs[BK][BN];
    const int a_row = blockIdx.y * BM + x, b_col = blockIdx.x * BN + y;
    for (int p0 = 0; p0 < k; p0 += BK) {
        As[x][y] = load_or_zero(&A[row_major(a_row, p0 + y, lda)], a_row < m && p0 + y < k);
        Bs[x][y] = load_or_zero(&B[row_major(p0 + x, b_col, ldb)], p0 + x < k && b_col < n);
        __syncthreads();
        for (int p = 0; p < BK; p++)
            acc += As[y][p] * Bs[p][x];
        __syncthreads();
    }
//@end
