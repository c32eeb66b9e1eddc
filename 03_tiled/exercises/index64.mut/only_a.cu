// SPDX-License-Identifier: MIT
// fails: R, D
// because: A is mended, C is forgotten
//@from
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@to
        acc += A[(ptrdiff_t)row * lda + p] * B[p * ldb + col];
    store_scaled(&C[row * ldc + col], alpha, acc, beta);
//@end
