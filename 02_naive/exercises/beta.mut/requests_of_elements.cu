// SPDX-License-Identifier: MIT
// fails: P more_load_requests
// because: one request for each element: a request is one for a warp
//@1
ANSWER(more_load_requests, 4096);
ANSWER(more_load_sectors, 512);
ANSWER(more_store_sectors, 0);
//@end
