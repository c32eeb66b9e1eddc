// SPDX-License-Identifier: MIT
// fails: L between
// because: 8 is the way to the next row, which A has already: the copies fill the row.
//@2
LAYOUT(between, "4:8");
//@end
