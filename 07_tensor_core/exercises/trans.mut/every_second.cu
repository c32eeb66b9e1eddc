// SPDX-License-Identifier: MIT
// fails: R
// because: Neighbouring lanes name the same row; each names one, 16 in all.
//@1
ldmatrix_x2_trans(b, Bs[lane / 2]);
//@end
