// SPDX-License-Identifier: MIT
// fails: P idle
// because: counts the places that are busy in the last wave
//@1
ANSWER(places, 160);
ANSWER(columns, 2560);
ANSWER(waves, 25);
ANSWER(idle, 129);
//@end
