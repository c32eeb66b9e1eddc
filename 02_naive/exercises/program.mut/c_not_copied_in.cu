// SPDX-License-Identifier: MIT
// fails: R, D
// because: C is not copied in: beta times what nobody wrote, and gaps that come back as something
//   else
//@1
    float *d_A, *d_B, *d_C;
    cudaMalloc(&d_A, a_bytes);
    cudaMalloc(&d_B, b_bytes);
    cudaMalloc(&d_C, c_bytes);
    cudaMemcpy(d_A, A, a_bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_B, B, b_bytes, cudaMemcpyHostToDevice);
    sgemm<<<grid, block>>>(m, n, k, alpha, d_A, lda, d_B, ldb, beta, d_C, ldc);
    cudaMemcpy(C, d_C, c_bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
//@end
