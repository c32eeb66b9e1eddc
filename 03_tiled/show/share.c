// SPDX-License-Identifier: MIT
#include "share.h"

#include <math.h>
#include <stdlib.h>

#include "../parts/order.h"

// How many of `total` things a block meets that begins at `first` and goes on in steps of `step`.
static int met(int total, int first, int step)
{
    return first < total ? (total - 1 - first) / step + 1 : 0;
}

int tiles_of_block(const struct way *w, int block)
{
    if (w->panel > 0)
        return met(w->tile_rows * w->tile_cols, block, w->grid_x);
    return met(w->tile_cols, block % w->grid_x, w->grid_x) *
           met(w->tile_rows, block / w->grid_x, w->grid_y);
}

static struct tile first_tile(const struct way *w, int block)
{
    if (w->panel > 0)
        return tile_in_panels(block, w->panel, w->tile_rows, w->tile_cols);
    return (struct tile){block / w->grid_x, block % w->grid_x};
}

// Blocks without a tile end at once and leave their place to the next: they are passed over.
bool share_of(const struct way *w, int places, struct share *s)
{
    char *row_taken = calloc((size_t)w->tile_rows, 1), *col_taken = calloc((size_t)w->tile_cols, 1);
    const bool enough = row_taken && col_taken;
    const int blocks = w->grid_x * w->grid_y;
    int longest = 0, working = 0;
    *s = (struct share){.fewest = tiles_of_block(w, 0), .idle = NAN};
    for (int block = 0; enough && block < blocks; block++) {
        const int tiles = tiles_of_block(w, block);
        s->fewest = tiles < s->fewest ? tiles : s->fewest;
        s->most = tiles > s->most ? tiles : s->most;
        if (tiles == 0)
            continue;
        if (working % places == 0) { // a wave begins
            s->turns += longest;
            longest = 0;
        }
        longest = tiles > longest ? tiles : longest;
        if (working++ < places) {
            const struct tile tile = first_tile(w, block);
            s->wave_rows += !row_taken[tile.row];
            s->wave_cols += !col_taken[tile.col];
            row_taken[tile.row] = col_taken[tile.col] = 1;
        }
    }
    s->turns += longest;
    if (enough)
        s->idle = 1 - (double)w->tile_rows * w->tile_cols / (s->turns * places);
    free(row_taken);
    free(col_taken);
    return enough;
}
