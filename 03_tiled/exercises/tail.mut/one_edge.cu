// SPDX-License-Identifier: MIT
// fails: P idle_threads
// because: counts the tiles at one edge only: 17 tiles with 240 threads outside
//@1
ANSWER(tiles, 289);
ANSWER(idle_threads, 4080);
ANSWER(turns, 2);
ANSWER(idle_places, 31);
//@end
