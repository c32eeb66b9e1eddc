// SPDX-License-Identifier: MIT
// fails: R
// because: several launches, and all of them compute the first rows: A and C do not move on
//@1
    for (; m > 0; m -= MOST_ROWS) {
        const dim3 grid(ceil_div(n, WIDTH), smaller(m, MOST_ROWS));
        sgemm<<<grid, WIDTH>>>(n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    }
//@end
