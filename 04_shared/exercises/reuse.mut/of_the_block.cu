// SPDX-License-Identifier: MIT
// fails: P reuse
// because: all 256 threads of the block: a word of A is used by the 16 of one row
//@1
ANSWER(reuse, 256);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 8);
//@end
