// SPDX-License-Identifier: MIT
// fails: D
// because: takes memory of the device for the panels as well: that is another memory, and it is
//   never freed
//@1
    cudaFuncSetAttribute(sgemm, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    void *room;
    cudaMalloc(&room, bytes);
    sgemm<<<grid, block, bytes>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
//@end
