// SPDX-License-Identifier: MIT
// fails: R
// because: Rows by lane % 8: lanes of a quad are in one row, side by side along k.
//@1
return (struct place){lane % 8 + r % 2 * 8, lane / 8 * 2 + r / 2 * 8};
//@end
