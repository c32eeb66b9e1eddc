// SPDX-License-Identifier: MIT
// fails: C shared_store_requests
// because: in panels, but to the right first: a wave is a row of 16 tiles as before
//@1
    const int first = number / (PANEL * tile_cols) * PANEL;
    const int in_panel = number - first * tile_cols;
    tile.row = first + in_panel / tile_cols;
    tile.col = in_panel % tile_cols;
//@end
