// SPDX-License-Identifier: MIT
// fails: R
// because: cuts k off where 48 KiB end: the products beyond are missing
//@1
    sgemm<<<grid, block, 48 * 1024>>>(m, n, smaller(k, 192), alpha, A, lda, B, ldb, beta, C, ldc);
//@end
