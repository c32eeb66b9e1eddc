// SPDX-License-Identifier: MIT
// fails: R
// because: Register 1 of B eight columns on: B has 8 columns, but 16 k.
//@2
return (struct place){lane / 4 + r * 8, lane % 4 * 2};
//@end
