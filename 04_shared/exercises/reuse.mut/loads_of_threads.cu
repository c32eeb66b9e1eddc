// SPDX-License-Identifier: MIT
// fails: P shared_loads
// because: counts the loads of threads: a request is one for a warp
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 32768);
ANSWER(barrier_count, 8);
//@end
