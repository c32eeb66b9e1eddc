// SPDX-License-Identifier: MIT
// fails: R, D
// because: unsigned moves the end to 2^32, and the product is larger
//@from
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@to
        acc += A[(unsigned)row * (unsigned)lda + p] * B[p * ldb + col];
    store_scaled(&C[(unsigned)row * (unsigned)ldc + col], alpha, acc, beta);
//@end
