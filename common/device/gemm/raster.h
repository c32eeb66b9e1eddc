// SPDX-License-Identifier: MIT
//
// raster.h: which tile of C a block takes (CUTLASS: threadblock rasterization). For host code and
// kernels.
//
// Blocks start in the order of their numbers, so blocks with close numbers compute at the same
// time. C is cut into panels of `panel` rows of tiles. Blocks are numbered panel by panel, and
// inside a panel down each column of tiles before the next one. So blocks that run together cover a
// compact region, nearly a square, and share its rows of A and columns of B:
//
//     panel = 2, 4 x 3 tiles     0  2  4         panel = 1     0  1  2
//                                1  3  5                       3  4  5
//                                6  8 10                       6  7  8
//                                7  9 11                       9 10 11
#ifndef COMMON_GEMM_RASTER_H
#define COMMON_GEMM_RASTER_H

#include "../layout_device.h"

struct tile_place {
    int row, col; // counted in tiles
};

LAYOUT_INLINE struct tile_place raster_tile(int block, int panel, int tiles_m, int tiles_n)
{
    const int first_row = block / (panel * tiles_n) * panel;
    const int height = tiles_m - first_row < panel ? tiles_m - first_row : panel; // the last panel
    const int in_panel = block - first_row * tiles_n;
    struct tile_place place;
    place.row = first_row + in_panel % height;
    place.col = in_panel / height;
    return place;
}

// The same if other blocks have the first done_m x done_n tiles: first come the tiles to the right
// of them, in all rows, then the tiles below them.
LAYOUT_INLINE struct tile_place raster_border(int block, int panel, int tiles_m, int tiles_n,
                                              int done_m, int done_n)
{
    const int right = tiles_m * (tiles_n - done_n);
    struct tile_place place;
    if (block < right) {
        place = raster_tile(block, panel, tiles_m, tiles_n - done_n);
        place.col += done_n;
    } else {
        place = raster_tile(block - right, panel, tiles_m - done_m, done_n);
        place.row += done_m;
    }
    return place;
}

// The inverse: the block that takes a tile.
LAYOUT_INLINE int raster_block(struct tile_place place, int panel, int tiles_m, int tiles_n)
{
    const int first_row = place.row / panel * panel;
    const int height = tiles_m - first_row < panel ? tiles_m - first_row : panel;
    return first_row * tiles_n + place.col * height + (place.row - first_row);
}

LAYOUT_INLINE int raster_border_block(struct tile_place place, int panel, int tiles_m, int tiles_n,
                                      int done_m, int done_n)
{
    if (place.col >= done_n) {
        place.col -= done_n;
        return raster_block(place, panel, tiles_m, tiles_n - done_n);
    }
    place.row -= done_m;
    return tiles_m * (tiles_n - done_n) + raster_block(place, panel, tiles_m - done_m, done_n);
}

#ifdef __cplusplus
extern "C" {
#endif

// The best height of a panel of tiles of bm x bn: `places` blocks that run together then need the
// fewest rows of A and columns of B. places > 0.
int raster_panel(int bm, int bn, int tiles_m, int places);

// How many blocks run together on this GPU: one on each SM.
int raster_places(void);

#ifdef __cplusplus
}
#endif
#endif
