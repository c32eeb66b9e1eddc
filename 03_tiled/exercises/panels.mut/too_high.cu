// SPDX-License-Identifier: MIT
// fails: C shared_store_requests
// because: panels as high as a wave has tiles: a wave is one column
//@1
    const int first = number / (WAVE * tile_cols) * WAVE;
    const int height = smaller(WAVE, tile_rows - first);
    const int in_panel = number - first * tile_cols;
    tile.row = first + in_panel % height;
    tile.col = in_panel / height;
//@end
