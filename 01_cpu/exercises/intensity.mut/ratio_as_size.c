// SPDX-License-Identifier: MIT
// fails: P bend
// because: 12 is the intensity at the bend, not the size that has it
//@1
ANSWER(flop, 2 * 96 * 96 * 96);
ANSWER(bytes, 4 * 3 * 96 * 96);
ANSWER(intensity, 16);
ANSWER(bend, 12);
ANSWER(vector, 2);
//@end
