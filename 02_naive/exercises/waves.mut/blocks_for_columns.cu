// SPDX-License-Identifier: MIT
// fails: P columns
// because: counts blocks where columns are asked for: each block is 16 wide
//@1
ANSWER(places, 160);
ANSWER(columns, 160);
ANSWER(waves, 25);
ANSWER(idle, 31);
//@end
