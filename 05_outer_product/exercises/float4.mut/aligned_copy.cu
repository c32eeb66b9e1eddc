// SPDX-License-Identifier: MIT
// fails: D
// because: B is copied to where every row is aligned, and the copy is never freed
//@2
    const int copied_ld = ceil_div(n, 4) * 4;
    float *copy;
    CUDA_CHECK(cudaMalloc((void **)&copy, sizeof(float) * k * copied_ld));
    CUDA_CHECK(cudaMemset(copy, 0, sizeof(float) * k * copied_ld));
    CUDA_CHECK(cudaMemcpy2D(copy, sizeof(float) * copied_ld, B, sizeof(float) * ldb,
                            sizeof(float) * n, k, cudaMemcpyDeviceToDevice));
    B = copy, ldb = copied_ld;
    const bool aligned = true;
//@end
