// SPDX-License-Identifier: MIT
// fails: R, D
// because: keeps the loop's counter in shared memory, because it is the same for all: 256 threads
//   add to one word
//@from
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
//@to
    __shared__ int row_of_tiles;
    for (row_of_tiles = blockIdx.y; row_of_tiles < tile_rows; row_of_tiles += gridDim.y)
        for (int tile_col = blockIdx.x; tile_col < tile_cols; tile_col += gridDim.x) {
            const int tile_row = row_of_tiles;
//@end
