// SPDX-License-Identifier: MIT
// fails: R, D
// because: asks for 256 KiB, to be on the safe side: no GPU gives a block so much, and the call is
//   refused
//@1
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, 256 * 1024);
    sgemm<<<grid, block, bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end
