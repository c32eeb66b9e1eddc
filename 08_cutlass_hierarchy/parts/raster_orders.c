// SPDX-License-Identifier: MIT
#include "raster_orders.h"

#include <stdbool.h>
#include <stddef.h>

const char *const raster_order_names[] = {"rows",           "columns", "panels",
                                          "back-and-forth", "hilbert", NULL};

// ---- Hilbert's curve -----------------------------------------------------------------------------

// A square is four quarters in the order of a U: down the left side and up the right. The curve
// enters each quarter where it left the previous one, so the first and the last quarter are turned.
struct walk {
    struct tile_place *next;
    int tiles_m, tiles_n;
};

// Walks the curve through the square with this side (a power of two) at (row, col). Quarters
// outside C are skipped as a whole, so each tile takes only a few steps, even if C is flat. across:
// rows and columns are exchanged; back: both are counted from the other end.
static void walk_square(struct walk *w, int row, int col, int side, bool across, bool back)
{
    static const int down[4] = {0, 1, 1, 0}, right[4] = {0, 0, 1, 1};
    if (row >= w->tiles_m || col >= w->tiles_n)
        return;
    if (side == 1) {
        *w->next++ = (struct tile_place){row, col};
        return;
    }
    for (int quarter = 0; quarter < 4; quarter++) {
        const int d = down[quarter] != back, r = right[quarter] != back;
        const bool turned = quarter == 0 || quarter == 3;
        walk_square(w, row + (across ? r : d) * side / 2, col + (across ? d : r) * side / 2,
                    side / 2, across != turned, back != (quarter == 3));
    }
}

static void hilbert(int tiles_m, int tiles_n, struct tile_place *places)
{
    struct walk w = {places, tiles_m, tiles_n};
    int side = 1;
    while (side < tiles_m || side < tiles_n)
        side *= 2;
    // A wide C is walked along its width: there the U is turned by 90 degrees.
    walk_square(&w, 0, 0, side, tiles_n > tiles_m, false);
}

// ---- All orders ----------------------------------------------------------------------------------

static struct tile_place place_of(enum raster_order order, int block, int panel, int tiles_m,
                                  int tiles_n)
{
    if (order == RASTER_ROWS)
        return (struct tile_place){block / tiles_n, block % tiles_n};
    if (order == RASTER_COLUMNS)
        return (struct tile_place){block % tiles_m, block / tiles_m};
    struct tile_place place = raster_tile(block, panel, tiles_m, tiles_n);
    if (order == RASTER_BACK_AND_FORTH && place.row / panel % 2 == 1)
        place.col = tiles_n - 1 - place.col;
    return place;
}

void raster_order(enum raster_order order, int panel, int tiles_m, int tiles_n,
                  struct tile_place *places)
{
    if (order == RASTER_HILBERT) {
        hilbert(tiles_m, tiles_n, places);
        return;
    }
    for (int block = 0; block < tiles_m * tiles_n; block++)
        places[block] = place_of(order, block, panel, tiles_m, tiles_n);
}
