// SPDX-License-Identifier: MIT
// fails: P warps
// because: 16 warps are those of two blocks: the second did not fit
//@1
ANSWER(needed, 88);
ANSWER(budget, 128);
ANSWER(blocks, 1);
ANSWER(warps, 16);
ANSWER(larger, 152);
//@end
