// SPDX-License-Identifier: MIT
// fails: P bytes, P intensity
// because: C is forgotten: only what is read is counted
//@1
ANSWER(flop, 2 * 96 * 96 * 96);
ANSWER(bytes, 4 * 2 * 96 * 96);
ANSWER(intensity, 24);
ANSWER(bend, 72);
ANSWER(vector, 2);
//@end
