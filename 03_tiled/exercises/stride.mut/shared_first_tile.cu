// SPDX-License-Identifier: MIT
// fails: D
// because: all threads write the block's first tile to one shared word, and nobody waits before it
//   is read
//@from
    for (int tile_row = blockIdx.y; tile_row < tile_rows; tile_row += gridDim.y)
//@to
    __shared__ int first_row;
    first_row = blockIdx.y;
    for (int tile_row = first_row; tile_row < tile_rows; tile_row += gridDim.y)
//@end
