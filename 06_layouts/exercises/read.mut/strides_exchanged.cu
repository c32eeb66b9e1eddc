// SPDX-License-Identifier: MIT
// fails: L row_major
// because: Column-major with ld 5: the strides in the order of the words, not of the modes.
//@1
LAYOUT(row_major, "(4,3):(1,5)");
//@end
