// SPDX-License-Identifier: MIT
// fails: P bytes
// because: numbers are counted, not their bytes
//@1
ANSWER(flop, 2 * 96 * 96 * 96);
ANSWER(bytes, 3 * 96 * 96);
ANSWER(intensity, 16);
ANSWER(bend, 72);
ANSWER(vector, 2);
//@end
