// SPDX-License-Identifier: MIT
// fails: R
// because: one loop: the block goes to the right and never down
//@from
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
//@to
    const int tile_row = blockIdx.y;
    if (tile_row < tile_rows)
//@end
