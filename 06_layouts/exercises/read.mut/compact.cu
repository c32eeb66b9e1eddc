// SPDX-License-Identifier: MIT
// fails: L col_major
// because: Columns of 4 elements without the gap that ld 6 says.
//@2
LAYOUT(col_major, "(4,3):(1,4)");
//@end
