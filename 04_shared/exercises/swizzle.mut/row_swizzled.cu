// SPDX-License-Identifier: MIT
// fails: C shared_store_wavefronts
// because: swizzles which row, not which column: all lanes still want one bank
//@2
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p ^ y][y] = word;
    }
//@end
//@3
    for (int p = 0; p < k; p++)
        acc += As[p ^ y][y] * Bs[p][x];
//@end
