// SPDX-License-Identifier: MIT
// fails: P load_sectors
// because: takes the block's 8 rows for the warp's: a warp is one row of this block
//@1
ANSWER(load_sectors, 12);
ANSWER(store_sectors, 4);
ANSWER(load_requests, 16384);
//@end
