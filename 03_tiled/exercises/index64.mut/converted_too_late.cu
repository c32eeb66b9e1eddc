// SPDX-License-Identifier: MIT
// fails: R, D
// because: converts the product, which has overflowed by then: a factor must be converted
//@1
    if (row >= FIRST + m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[(ptrdiff_t)(row * lda) + p] * B[(ptrdiff_t)(p * ldb) + col];
    store_scaled(&C[(ptrdiff_t)(row * ldc) + col], alpha, acc, beta);
//@end
