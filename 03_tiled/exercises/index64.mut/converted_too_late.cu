// SPDX-License-Identifier: MIT
// fails: R, D
// because: converts the product, which has overflowed by then: a factor must be converted
//@from
        acc += A[row_major(row, p, lda)] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@to
        acc += A[(ptrdiff_t)(row * lda) + p] * B[(ptrdiff_t)(p * ldb) + col];
    store_scaled(&C[(ptrdiff_t)(row * ldc) + col], alpha, acc, beta);
//@end
