// SPDX-License-Identifier: MIT
// fails: R
// because: C stays on the device: nothing is copied back
//@from
    cudaMemcpy(C, d_C, c_bytes, cudaMemcpyDeviceToHost);
//@to
//@end
