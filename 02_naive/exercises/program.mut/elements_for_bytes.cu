// SPDX-License-Identifier: MIT
// fails: R
// because: counts in elements where cudaMemcpy counts in bytes: a quarter of C comes back
//@from
    cudaMemcpy(C, d_C, c_bytes, cudaMemcpyDeviceToHost);
//@to
    cudaMemcpy(C, d_C, c_bytes / sizeof(float), cudaMemcpyDeviceToHost);
//@end
