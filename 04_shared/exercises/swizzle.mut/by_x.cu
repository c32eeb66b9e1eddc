// SPDX-License-Identifier: MIT
// fails: R
// because: XOR with x, the lane, instead of p: the same while storing the first chunk, another
//   number while reading
//@2
    for (int p = x; p < k; p += BN) {
        const float word = load_or_zero(&A[row_major(row, p, lda)], row < m);
        As[p][y ^ x] = word;
    }
//@end
//@3
    for (int p = 0; p < k; p++)
        acc += As[p][y ^ x] * Bs[p][x];
//@end
