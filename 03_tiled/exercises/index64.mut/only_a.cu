// SPDX-License-Identifier: MIT
// fails: R, D
// because: A is mended, C is forgotten
//@1
    if (row >= FIRST + m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[(ptrdiff_t)row * lda + p] * B[p * ldb + col];
    store_scaled(&C[row * ldc + col], alpha, acc, beta);
//@end
