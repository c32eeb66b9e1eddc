// SPDX-License-Identifier: MIT
// fails: L row_major
// because: The rows are taken to follow one another: the 3 columns, not ld, as the stride of a row.
//@1
LAYOUT(row_major, "(4,3):(3,1)");
//@end
