// SPDX-License-Identifier: MIT
// fails: P store_sectors
// because: adds a sector for the row, as for A: of C a warp touches 32 neighbours and nothing else
//@1
ANSWER(load_sectors, 5);
ANSWER(store_sectors, 5);
ANSWER(load_requests, 16384);
//@end
