// SPDX-License-Identifier: MIT
// fails: R
// because: Each lane names the row of which it wants a part: others name it.
//@1
__syncthreads();
ldmatrix_x4(a, &As[lane / 4][lane / 16 * 8]);
ldmatrix_x2(b, &Bs[lane % 8][lane / 8 % 2 * 8]);
//@end
