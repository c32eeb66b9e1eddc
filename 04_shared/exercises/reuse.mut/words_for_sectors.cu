// SPDX-License-Identifier: MIT
// fails: P load_sectors
// because: counts words: a sector has 8 of them
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 2048);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 8);
//@end
