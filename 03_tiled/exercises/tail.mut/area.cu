// SPDX-License-Identifier: MIT
// fails: P tiles
// because: divides the area by 256 and rounds up: tiles do not bend around the edge
//@1
ANSWER(tiles, 259);
ANSWER(idle_threads, 7935);
ANSWER(turns, 2);
ANSWER(idle_places, 31);
//@end
