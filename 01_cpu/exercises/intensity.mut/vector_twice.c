// SPDX-License-Identifier: MIT
// fails: P vector
// because: 4 bytes for each multiply-add, which is two operations
//@1
ANSWER(flop, 2 * 96 * 96 * 96);
ANSWER(bytes, 4 * 3 * 96 * 96);
ANSWER(intensity, 16);
ANSWER(bend, 72);
ANSWER(vector, 4);
//@end
