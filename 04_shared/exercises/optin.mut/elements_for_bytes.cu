// SPDX-License-Identifier: MIT
// fails: R, D
// because: asks in floats: a quarter of what is needed
//@1
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (BM + BN) * k);
    sgemm<<<grid, block, bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end
