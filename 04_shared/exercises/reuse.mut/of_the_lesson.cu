// SPDX-License-Identifier: MIT
// fails: P reuse
// because: 32, as in the lesson: that was the edge of its block
//@1
ANSWER(reuse, 32);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 8);
//@end
