// SPDX-License-Identifier: MIT
// fails: P flop
// because: a multiply-add is counted as one operation; it is two
//@1
ANSWER(flop, 96 * 96 * 96);
ANSWER(bytes, 4 * 3 * 96 * 96);
ANSWER(intensity, 16);
ANSWER(bend, 72);
ANSWER(vector, 2);
//@end
