// SPDX-License-Identifier: MIT
// fails: R
// because: All lanes name the first 8 rows: k = 0 to 7 come twice.
//@1
ldmatrix_x2_trans(b, Bs[lane % 8]);
//@end
