// SPDX-License-Identifier: MIT
// fails: R
// because: pads the rows: the panels no longer fit into 48 KiB, and the kernel is stopped
//@1
    __shared__ float As[BK][BM + 1];
//@end
//@2
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p][y] = word;
    }
//@end
//@3
    for (int p = 0; p < k; p++)
        acc += As[p][y] * Bs[p][x];
//@end
