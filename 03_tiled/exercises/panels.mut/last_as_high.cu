// SPDX-License-Identifier: MIT
// fails: R
// because: takes the last panel for as high as the others: tiles below C are computed, and others
//   never
//@1
    const int first = number / (PANEL * tile_cols) * PANEL;
    const int in_panel = number - first * tile_cols;
    tile.row = first + in_panel % PANEL;
    tile.col = in_panel / PANEL;
//@end
