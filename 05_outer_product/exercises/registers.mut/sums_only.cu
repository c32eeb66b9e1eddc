// SPDX-License-Identifier: MIT
// fails: P needed
// because: the sums alone: fragments and what is on its way stand in registers, too
//@1
ANSWER(needed, 64);
ANSWER(budget, 128);
ANSWER(blocks, 1);
ANSWER(warps, 8);
ANSWER(larger, 152);
//@end
