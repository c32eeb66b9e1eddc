// SPDX-License-Identifier: MIT
// fails: C shared_store_requests
// because: down whole columns: now a wave needs 16 tile rows of A for one tile column of B
//@1
    tile.row = number % tile_rows;
    tile.col = number / tile_rows;
//@end
