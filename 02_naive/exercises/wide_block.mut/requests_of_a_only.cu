// SPDX-License-Identifier: MIT
// fails: P load_requests
// because: one request for each p and warp: A and B are two loads
//@1
ANSWER(load_sectors, 5);
ANSWER(store_sectors, 4);
ANSWER(load_requests, 8192);
//@end
