// SPDX-License-Identifier: MIT
//
// 1_triple_loop: the definition of the matrix product, written down.
//
//     C(i, j) = alpha * sum over p of A(i, p) * B(p, j) + beta * C(i, j)
//
// Loops: i over the rows of C, j over its columns, p over the sum. The innermost loop walks along a
// row of A, which is contiguous, and down a column of B, which is not: each B(p, j) is in another
// cache line than the one before. Of the 64 bytes that are fetched, 4 are used.
#include "../common/device/epilogue.h"
#include "../common/device/index.h"
#include "cpu.h"

void cpu_triple_loop(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                     int ldb, float beta, float *C, int ldc)
{
    if (alpha == 0 || k == 0) { // C = beta C: A and B are not read
        alpha = 0;
        k = 0;
    }

    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[row_major(i, p, lda)] * B[row_major(p, j, ldb)];
            store_scaled(&C[row_major(i, j, ldc)], alpha, acc, beta);
        }
}
