// SPDX-License-Identifier: MIT
// fails: R
// because: k / BK tiles, and what is left of K is never added
//@from
    for (int k = 0; k < A.cols; k += BK) {
//@to
    for (int k = 0; k + BK <= A.cols; k += BK) {
//@end
