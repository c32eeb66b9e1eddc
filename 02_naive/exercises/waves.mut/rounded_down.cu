// SPDX-License-Identifier: MIT
// fails: P waves
// because: 24.8 waves rounded down: the rest needs a wave, too
//@1
ANSWER(places, 160);
ANSWER(columns, 2560);
ANSWER(waves, 24);
ANSWER(idle, 31);
//@end
