// SPDX-License-Identifier: MIT
// fails: P barrier_count
// because: one, as it stands in the source: each warp that comes is counted
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 1024);
ANSWER(barrier_count, 1);
//@end
