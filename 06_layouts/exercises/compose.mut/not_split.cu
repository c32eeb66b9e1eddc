// SPDX-License-Identifier: MIT
// fails: L dealt
// because: 8 steps of 2 rows do not fit a column of 4: after two of them comes the next column.
//@3
LAYOUT(dealt, "(8,2):(20,10)");
//@end
