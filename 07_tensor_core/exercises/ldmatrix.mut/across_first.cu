// SPDX-License-Identifier: MIT
// fails: R
// because: The quarters of A across first: register 1 must come from 8 rows down.
//@1
__syncthreads();
ldmatrix_x4(a, &As[lane % 8 + lane / 16 * 8][lane / 8 % 2 * 8]);
ldmatrix_x2(b, &Bs[lane % 8][lane / 8 % 2 * 8]);
//@end
