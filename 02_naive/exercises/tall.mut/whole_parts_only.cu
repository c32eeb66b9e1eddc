// SPDX-License-Identifier: MIT
// fails: R
// because: as many launches as there are whole parts: the rest of the rows is forgotten
//@1
    for (; m >= MOST_ROWS; m -= MOST_ROWS) {
        const dim3 grid(ceil_div(n, WIDTH), MOST_ROWS);
        sgemm<<<grid, WIDTH>>>(n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        A += row_major(MOST_ROWS, 0, lda);
        C += row_major(MOST_ROWS, 0, ldc);
    }
//@end
