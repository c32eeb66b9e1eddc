// SPDX-License-Identifier: MIT
// fails: L rows
// because: No gaps, but another order: index 1 is the next row, at 4, and 12:1 says 1.
//@3
LAYOUT(rows, "12:1");
//@end
