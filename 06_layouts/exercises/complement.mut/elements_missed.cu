// SPDX-License-Identifier: MIT
// fails: L columns
// because: 24 elements are missing, but the complement counts copies of A: 4 of 8 elements are 32.
//@1
LAYOUT(columns, "24:1");
//@end
