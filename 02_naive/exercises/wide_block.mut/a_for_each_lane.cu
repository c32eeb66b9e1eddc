// SPDX-License-Identifier: MIT
// fails: P load_sectors
// because: charges A once for each lane: the same word for all lanes is one sector, a broadcast
//@1
ANSWER(load_sectors, 36);
ANSWER(store_sectors, 4);
ANSWER(load_requests, 16384);
//@end
