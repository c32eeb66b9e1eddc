// SPDX-License-Identifier: MIT
// fails: R
// because: C moves on, A does not: the rows below get the products of the first ones
//@1
    for (; m > 0; m -= MOST_ROWS) {
        const int rows = smaller(m, MOST_ROWS);
        const dim3 grid(ceil_div(n, WIDTH), rows);
        sgemm<<<grid, WIDTH>>>(n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        C += row_major(rows, 0, ldc);
    }
//@end
