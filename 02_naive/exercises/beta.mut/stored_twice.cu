// SPDX-License-Identifier: MIT
// fails: P more_store_sectors
// because: believes that adding to C in memory stores it a second time
//@1
ANSWER(more_load_requests, 128);
ANSWER(more_load_sectors, 512);
ANSWER(more_store_sectors, 512);
//@end
