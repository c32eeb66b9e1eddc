// SPDX-License-Identifier: MIT
// fails: R, D
// because: C is not copied in: beta times what nobody wrote, and gaps that come back as something
//   else
//@from
    cudaMemcpy(d_C, C, c_bytes, cudaMemcpyHostToDevice);
//@to
//@end
