// SPDX-License-Identifier: MIT
// fails: C shared_store_wavefronts
// because: p % 8: right, and 8 banks only, four lanes for each
//@2
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p][y ^ p % 8] = word;
    }
//@end
//@3
    for (int p = 0; p < k; p++)
        acc += As[p][y ^ p % 8] * Bs[p][x];
//@end
