// SPDX-License-Identifier: MIT
// fails: R, D
// because: asks after the launch that needs it
//@1
    sgemm<<<grid, block, bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
//@end
