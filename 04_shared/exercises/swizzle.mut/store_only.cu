// SPDX-License-Identifier: MIT
// fails: R
// because: swizzled where it is stored, and not where it is read
//@2
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p][y ^ p % BM] = word;
    }
//@end
//@3
    for (int p = 0; p < k; p++)
        acc += As[p][y] * Bs[p][x];
//@end
