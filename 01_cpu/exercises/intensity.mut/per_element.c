// SPDX-License-Identifier: MIT
// fails: P intensity
// because: FLOP for each number that moves, not for each byte
//@from
ANSWER(intensity, 16);
//@to
ANSWER(intensity, 64);
//@end
