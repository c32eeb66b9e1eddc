// SPDX-License-Identifier: MIT
// fails: P places
// because: the places of an H200: 132 SMs with 8 blocks
//@1
ANSWER(places, 1056);
ANSWER(columns, 2560);
ANSWER(waves, 25);
ANSWER(idle, 31);
//@end
