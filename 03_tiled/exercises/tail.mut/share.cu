// SPDX-License-Identifier: MIT
// fails: P turns
// because: rounds 289 / 160 = 1.8 down: the tiles that are left over are computed by somebody
//@1
ANSWER(tiles, 289);
ANSWER(idle_threads, 7935);
ANSWER(turns, 1);
ANSWER(idle_places, 31);
//@end
