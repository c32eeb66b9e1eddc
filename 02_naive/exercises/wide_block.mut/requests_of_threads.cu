// SPDX-License-Identifier: MIT
// fails: P load_requests
// because: counts each thread's load: a request is one for a warp
//@1
ANSWER(load_sectors, 5);
ANSWER(store_sectors, 4);
ANSWER(load_requests, 524288);
//@end
