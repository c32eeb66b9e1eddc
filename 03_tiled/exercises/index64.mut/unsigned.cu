// SPDX-License-Identifier: MIT
// fails: R, D
// because: unsigned moves the end to 2^32, and the product is larger
//@1
    if (row >= FIRST + m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[(unsigned)row * (unsigned)lda + p] * B[p * ldb + col];
    store_scaled(&C[(unsigned)row * (unsigned)ldc + col], alpha, acc, beta);
//@end
