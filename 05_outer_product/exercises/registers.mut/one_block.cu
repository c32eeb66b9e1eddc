// SPDX-License-Identifier: MIT
// fails: P budget
// because: what one block may have: with two, each thread gets half
//@1
ANSWER(needed, 88);
ANSWER(budget, 256);
ANSWER(blocks, 1);
ANSWER(warps, 8);
ANSWER(larger, 152);
//@end
