// SPDX-License-Identifier: MIT
// fails: P shared_loads
// because: divides by the reuse: it saves fetches from global memory, not loads from shared memory
//@1
ANSWER(reuse, 16);
ANSWER(load_sectors, 256);
ANSWER(shared_loads, 64);
ANSWER(barrier_count, 8);
//@end
