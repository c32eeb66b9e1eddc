// SPDX-License-Identifier: MIT
// fails: P load_sectors
// because: believes that 32 elements cost the same in any shape: what is fetched goes with the
//   sides
//@1
ANSWER(load_sectors, 4);
ANSWER(store_sectors, 4);
ANSWER(load_requests, 16384);
//@end
