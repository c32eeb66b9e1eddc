// SPDX-License-Identifier: MIT
//
// grid.h: the grid of a kernel whose blocks go from tile of C to tile of C (2_tile2d and later).
#ifndef OUTER_GRID_H
#define OUTER_GRID_H

#include <cuda_runtime.h>

#include "../../common/device/index.h"
#include "../outer.h"

// A block for each bm x bn tile of an m x n matrix, tiles to the right in x and down in y; no more
// than OUTER_MAX_GRID each way. m, n > 0.
static inline dim3 grid_of_tiles(int m, int n, int bm, int bn)
{
    const int across = ceil_div(n, bn), down = ceil_div(m, bm);
    return dim3(across < OUTER_MAX_GRID ? across : OUTER_MAX_GRID,
                down < OUTER_MAX_GRID ? down : OUTER_MAX_GRID);
}

#endif
