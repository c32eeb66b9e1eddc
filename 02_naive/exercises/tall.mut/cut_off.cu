// SPDX-License-Identifier: MIT
// fails: R
// because: the grid is cut off at 65,535: the launch is no longer refused, and the rows below are
//   nobody's
//@1
    const dim3 grid(ceil_div(n, WIDTH), smaller(m, MOST_ROWS));
    sgemm<<<grid, WIDTH>>>(n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end
