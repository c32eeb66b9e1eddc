// SPDX-License-Identifier: MIT
// fails: R, T
// because: ranges that include their end: neighbours share a column, and the last writes into a gap
//@from
        multiply(m, end - first, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc);
//@to
        multiply(m, end - first + 1, k, alpha, A, lda, B + first, ldb, beta, C + first, ldc);
//@end
