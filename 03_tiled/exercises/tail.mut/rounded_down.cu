// SPDX-License-Identifier: MIT
// fails: P tiles
// because: 257 / 16 rounded down: the last row and column need tiles, too
//@1
ANSWER(tiles, 256);
ANSWER(idle_threads, 7935);
ANSWER(turns, 2);
ANSWER(idle_places, 31);
//@end
