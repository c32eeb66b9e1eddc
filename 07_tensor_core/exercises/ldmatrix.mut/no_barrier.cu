// SPDX-License-Identifier: MIT
// fails: D
// because: No barrier: a lane's row is read before the other lanes have stored it all.
//@1
ldmatrix_x4(a, &As[lane % 16][lane / 16 * 8]);
ldmatrix_x2(b, &Bs[lane % 8][lane / 8 % 2 * 8]);
//@end
