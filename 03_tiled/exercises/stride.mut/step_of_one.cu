// SPDX-License-Identifier: MIT
// fails: R, D
// because: goes on by one tile instead of by the grid: several blocks compute and store the same
//   tile
//@from
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
//@to
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col++) {
//@end
