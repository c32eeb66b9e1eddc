// SPDX-License-Identifier: MIT
// fails: P more_load_sectors
// because: one sector for each request: a warp's piece of C is 2 rows of 64 bytes
//@1
ANSWER(more_load_requests, 128);
ANSWER(more_load_sectors, 128);
ANSWER(more_store_sectors, 0);
//@end
