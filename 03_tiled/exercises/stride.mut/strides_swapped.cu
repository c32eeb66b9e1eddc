// SPDX-License-Identifier: MIT
// fails: R, D
// because: strides of the wrong direction: down by gridDim.x, to the right by gridDim.y
//@from
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
//@to
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.x)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.y) {
//@end
