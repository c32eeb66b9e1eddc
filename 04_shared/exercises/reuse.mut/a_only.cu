// SPDX-License-Identifier: MIT
// fails: P load_sectors
// because: A's panel alone
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 128);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 8);
//@end
