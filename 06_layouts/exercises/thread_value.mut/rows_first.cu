// SPDX-License-Identifier: MIT
// fails: L tv
// because: Lanes go down the rows first: lane 1 has row 1 instead of the next four columns.
//@1
LAYOUT(tv, "((8,4),4):((1,32),8)");
//@end
