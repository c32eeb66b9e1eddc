// SPDX-License-Identifier: MIT
//
// waves.h: what happens if there are more tiles than a GPU can compute at a time, and the
// experiment --waves that shows it.
//
// An SM holds as many blocks as its registers, shared memory and thread slots allow: its occupancy
// in blocks. All SMs together have `places`. With a block for each tile, a larger grid runs in
// waves, and in the last wave some places stay empty. The count assumes that all blocks take
// equally long and each wave begins when the previous one is over: a formula, not a measurement. A
// GPU fills a place as soon as it is free, and blocks that share an SM with fewer other blocks run
// faster.
#ifndef COMMON_WAVES_H
#define COMMON_WAVES_H

#include "../step/step.h"

// tiles and places > 0.
static inline long long waves_needed(long long tiles, long long places)
{
    return (tiles + places - 1) / places;
}

// Share of all places in all waves that no tile fills: 0 for whole waves, close to 1/2 for one tile
// more than a wave.
static inline double waves_idle_share(long long tiles, long long places)
{
    return 1 - (double)tiles / (double)(waves_needed(tiles, places) * places);
}

// One way to compute the tiles, and the name of its columns: "a block a tile". NULL if there is
// only one way.
struct wave_grid {
    const char *name;
    sgemm_nn_fn *run;
};

enum { MAX_WAVE_GRIDS = 4 };

struct wave_sweep {
    const char *tile; // what is counted: "block", "tile"
    int rows, cols;   // elements of a tile
    int places;       // tiles that the machine computes at a time
    int grid_count;   // at most MAX_WAVE_GRIDS
    struct wave_grid grids[MAX_WAVE_GRIDS];
};

// C has one row of tiles, and its width sets their number: from a quarter of a wave to four waves
// and one tile. On a GPU each size is run by each grid alternately and timed. The emulated GPU has
// no times, so there the table has only the formula. Returns the exit status of the program.
int waves_experiment(const struct wave_sweep *sweep, int k, const struct setup *setup);

#endif
