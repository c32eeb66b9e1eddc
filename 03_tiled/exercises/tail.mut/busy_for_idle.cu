// SPDX-License-Identifier: MIT
// fails: P idle_places
// because: counts the places that are busy in the last turn
//@1
ANSWER(tiles, 289);
ANSWER(idle_threads, 7935);
ANSWER(turns, 2);
ANSWER(idle_places, 129);
//@end
