// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: B comes from shared memory, A still from global memory: one sector for each warp and p
//@1
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += load_or_zero(&A[row_major(row, p, lda)], row < m) * Bs[p][x];
//@end
