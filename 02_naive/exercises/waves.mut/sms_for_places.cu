// SPDX-License-Identifier: MIT
// fails: P places
// because: one block for each SM: an SM holds 1,024 / 256 = 4 of them
//@1
ANSWER(places, 40);
ANSWER(columns, 2560);
ANSWER(waves, 25);
ANSWER(idle, 31);
//@end
