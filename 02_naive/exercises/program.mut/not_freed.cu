// SPDX-License-Identifier: MIT
// fails: D
// because: nothing is freed: each call leaves three matrices on the device
//@from
    cudaFree(d_A);
    cudaFree(d_B);
    cudaFree(d_C);
//@to
//@end
