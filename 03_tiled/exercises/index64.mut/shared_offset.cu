// SPDX-License-Identifier: MIT
// fails: D
// because: all threads write the offset of their block to one shared word, and read it without a
//   barrier
//@1
    __shared__ ptrdiff_t first_row; // where the first row of the block begins
    first_row = row_major(FIRST + blockIdx.y * BLOCK, 0, lda);
    if (row >= FIRST + m || col >= n)
        return;

    float acc = 0;
    for (int p = 0; p < k; p++)
        acc += A[first_row + threadIdx.y * lda + p] * B[row_major(p, col, ldb)];
    store_scaled(&C[row_major(row, col, ldc)], alpha, acc, beta);
//@end
