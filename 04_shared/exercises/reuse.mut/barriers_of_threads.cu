// SPDX-License-Identifier: MIT
// fails: P barrier_count
// because: one for each thread: it is one instruction of a warp
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 256);
//@end
