// SPDX-License-Identifier: MIT
//
// raster_orders.h: orders in which blocks may take the tiles of C, for the experiment
// --raster-order. The steps use panels (raster.h). Here each order is a table that the host makes,
// so one kernel can run all of them.
//
//     rows, 4 x 4    columns          panels of 2      back and forth    hilbert
//      0  1  2  3     0  4  8 12      0  2  4  6       0  2  4  6        0  1 14 15
//      4  5  6  7     1  5  9 13      1  3  5  7       1  3  5  7        3  2 13 12
//      8  9 10 11     2  6 10 14      8 10 12 14      14 12 10  8        4  7  8 11
//     12 13 14 15     3  7 11 15      9 11 13 15      15 13 11  9        5  6  9 10
#ifndef HIER_RASTER_ORDERS_H
#define HIER_RASTER_ORDERS_H

#include "../hierarchy.h"
#include "../../common/device/gemm/raster.h"

#ifdef __cplusplus
extern "C" {
#endif

enum raster_order {
    RASTER_ROWS,
    RASTER_COLUMNS,
    RASTER_PANELS,
    RASTER_BACK_AND_FORTH, // panels, every second one from right to left
    RASTER_HILBERT,        // neighbours in time are neighbours in C, on every scale
    RASTER_ORDERS
};

extern const char *const raster_order_names[]; // as in the flag; the last is followed by NULL

// Fills places[]: places[block] is the block's tile, for tiles_m x tiles_n blocks. panel > 0 is the
// height of panels, for the orders that have them.
void raster_order(enum raster_order order, int panel, int tiles_m, int tiles_n,
                  struct tile_place *places);

#ifdef __cplusplus
}
#endif
#endif
