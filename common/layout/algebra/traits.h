// SPDX-License-Identifier: MIT
//
// traits.h: CUTLASS 1's TileTraits as a layout.
//
// Four vectors over the dimensions D (depth), H (rows), W (columns) and C (channels) describe how
// threads share a tile: Tile, its extents; Delta, the distance between two accesses of one thread;
// Iterations, how many it makes; ThreadOffset, where thread t begins. In CUTLASS ThreadOffset is a
// C++ function. Nearly all that were written split t into digits, and so does this: digit i times
// thread_step[i], C running fastest.
//
// The example of CUTLASS's documentation, a tile of 16 x 16 for 32 threads and vectors of two:
//
//     struct tile_traits t = {.tile = {1, 16, 16, 1}, .delta = {1, 4, 1, 1},
//                             .iterations = {1, 4, 1, 1}, .threads = {1, 4, 8, 1},
//                             .thread_step = {0, 1, 2, 0}, .vector = 2};
//     tile_traits_tv(&tv, &t, &why);        // ((8,4),(2,4)):((2,16),(1,64))
#ifndef COMMON_LAYOUT_TRAITS_H
#define COMMON_LAYOUT_TRAITS_H

#include "../core/make.h"

enum tile_dimension { TILE_D, TILE_H, TILE_W, TILE_C, TILE_DIMENSIONS };

struct tile_traits {
    int tile[TILE_DIMENSIONS], delta[TILE_DIMENSIONS], iterations[TILE_DIMENSIONS];
    int threads[TILE_DIMENSIONS], thread_step[TILE_DIMENSIONS];
    int vector; // neighbours in memory that one access takes: along C, or along W where C is 1
};

// Number of threads.
int tile_traits_threads(const struct tile_traits *t);

// ThreadOffset: the coordinate (d, h, w, c) at which thread number `thread` begins.
void tile_traits_offset(const struct tile_traits *t, int thread, int coord[TILE_DIMENSIONS]);

// (thread, value) -> element of the tile, counted in row-major order (c fastest, as in memory).
// Fails where a thread would leave the tile, naming the dimension.
bool tile_traits_tv(struct layout *out, const struct tile_traits *t, struct failure *why);

// Whether the threads together touch every element of the tile once.
bool tile_traits_cover(bool *out, const struct tile_traits *t, struct failure *why);

#endif
