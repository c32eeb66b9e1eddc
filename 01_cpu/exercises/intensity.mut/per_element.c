// SPDX-License-Identifier: MIT
// fails: P intensity
// because: FLOP for each number that moves, not for each byte
//@1
ANSWER(flop, 2 * 96 * 96 * 96);
ANSWER(bytes, 4 * 3 * 96 * 96);
ANSWER(intensity, 64);
ANSWER(bend, 72);
ANSWER(vector, 2);
//@end
