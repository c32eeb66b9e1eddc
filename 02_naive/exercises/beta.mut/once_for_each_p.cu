// SPDX-License-Identifier: MIT
// fails: P more_load_requests
// because: adds C once for each p: it is read once, after the loop
//@1
ANSWER(more_load_requests, 8192);
ANSWER(more_load_sectors, 512);
ANSWER(more_store_sectors, 0);
//@end
