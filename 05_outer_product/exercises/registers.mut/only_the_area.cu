// SPDX-License-Identifier: MIT
// fails: P larger
// because: the fragments grow as well: 16 + 8
//@1
ANSWER(needed, 88);
ANSWER(budget, 128);
ANSWER(blocks, 1);
ANSWER(warps, 8);
ANSWER(larger, 128);
//@end
