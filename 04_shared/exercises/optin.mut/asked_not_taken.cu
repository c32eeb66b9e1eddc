// SPDX-License-Identifier: MIT
// fails: R, D
// because: asks, and launches without the third number: the kernel may have the memory and does not
//   get it
//@1
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end
