// SPDX-License-Identifier: MIT
// fails: C global_load_sectors
// because: fetches A with x along rows: 32 sectors a request, as in chapter 02's first step
//@1
    const int a_row = blockIdx.y * BM + x;
    for (int p = y; p < k; p += BM)
        As[x][p] = load_or_zero(&A[row_major(a_row, p, lda)], a_row < m);
    for (int p = y; p < k; p += BM)
        Bs[p][x] = load_or_zero(&B[row_major(p, col, ldb)], col < n);
    __syncthreads();

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += As[y][p] * Bs[p][x];
//@end
