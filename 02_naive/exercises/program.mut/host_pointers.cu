// SPDX-License-Identifier: MIT
// fails: R, D
// because: the kernel is given the host's pointers
//@1
    float *d_A, *d_B, *d_C;
    cudaMalloc(&d_A, a_bytes);
    cudaMalloc(&d_B, b_bytes);
    cudaMalloc(&d_C, c_bytes);
    cudaMemcpy(d_A, A, a_bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_B, B, b_bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_C, C, c_bytes, cudaMemcpyHostToDevice);
    sgemm<<<grid, block>>>(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    cudaMemcpy(C, d_C, c_bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
//@end
