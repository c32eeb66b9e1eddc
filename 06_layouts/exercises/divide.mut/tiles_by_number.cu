// SPDX-License-Identifier: MIT
// fails: L tiles
// because: The next tile down is 4 rows of 32 on: 128 elements, not 4 rows.
//@2
LAYOUT(tiles, "((4,8),(4,4)):((32,1),(4,8))");
//@end
