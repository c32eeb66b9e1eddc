// SPDX-License-Identifier: MIT
// fails: P blocks
// because: 1.98 is rounded up: there are no two blocks that share the registers of 1.98
//@1
ANSWER(needed, 88);
ANSWER(budget, 128);
ANSWER(blocks, 2);
ANSWER(warps, 8);
ANSWER(larger, 152);
//@end
