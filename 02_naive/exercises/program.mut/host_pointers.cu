// SPDX-License-Identifier: MIT
// fails: R, D
// because: the kernel is given the host's pointers
//@from
    sgemm<<<grid, block>>>(m, n, k, alpha, d_A, lda, d_B, ldb, beta, d_C, ldc);
//@to
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end
