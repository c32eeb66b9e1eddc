// SPDX-License-Identifier: MIT
//
// order.h: the order of 2_wave_grid's tiles. For host code and kernels.
//
// C is cut into panels of `panel` tile rows. Tiles are numbered panel by panel, and inside a panel
// down each column of tiles before the next, so that numbers that are close are tiles that are
// close in both directions:
//
//     panel = 2, 4 x 3 tiles     0  2  4
//                                1  3  5
//                                6  8 10
//                                7  9 11
//
// panel = 1 is the order of rows; panel >= tile_rows that of columns. The last panel may be lower.
#ifndef TILED_ORDER_H
#define TILED_ORDER_H

#include "../../common/device/host_device.h"

struct tile {
    int row, col; // counted in tiles
};

HOST_DEVICE static inline int panel_height(int panel, int first_row, int tile_rows)
{
    return tile_rows - first_row < panel ? tile_rows - first_row : panel;
}

// The place of tile `number`. 0 <= number < tile_rows * tile_cols, which an int can count for every
// C of less than 2 TiB.
HOST_DEVICE static inline struct tile tile_in_panels(int number, int panel, int tile_rows,
                                                     int tile_cols)
{
    if (panel > tile_rows)
        panel = tile_rows;
    const int first_row = number / (panel * tile_cols) * panel;
    const int height = panel_height(panel, first_row, tile_rows);
    const int in_panel = number - first_row * tile_cols;
    struct tile tile;
    tile.row = first_row + in_panel % height;
    tile.col = in_panel / height;
    return tile;
}

// The way back: the number of the tile at (row, col).
HOST_DEVICE static inline int number_in_panels(struct tile tile, int panel, int tile_rows,
                                               int tile_cols)
{
    const int first_row = tile.row / panel * panel;
    const int height = panel_height(panel, first_row, tile_rows);
    return first_row * tile_cols + tile.col * height + (tile.row - first_row);
}

#endif
