// SPDX-License-Identifier: MIT
//
// The experiment --raster: draws the order in which blocks take the tiles of C, and computes what
// the blocks that run together need of A and B. It is not measured: it assumes that all blocks take
// equally long, one on each SM, one wave after the other.
#include <stdio.h>
#include <stdlib.h>

#include "../../common/base/terminal.h"
#include "../../common/driver/driver.h"
#include "../../common/device/index.h"
#include "experiments.h"
#include "../hierarchy.h"
#include "../../common/device/gemm/raster.h"

enum { MOST_NUMBERED = 12, MOST_DRAWN = 64 }; // tiles; a larger C is drawn in part

struct order {
    int panel, tiles_m, tiles_n, places;
};

// ---- What a wave needs ---------------------------------------------------------------------------

// How many rows and columns of tiles blocks [first, end) touch. False without memory.
static bool touched(const struct order *o, int first, int end, int *rows, int *cols)
{
    bool *row = calloc((size_t)o->tiles_m, sizeof *row);
    bool *col = calloc((size_t)o->tiles_n, sizeof *col);
    const bool enough = row && col;
    *rows = *cols = 0;
    for (int block = first; block < end && enough; block++) {
        const struct tile_place t = raster_tile(block, o->panel, o->tiles_m, o->tiles_n);
        *rows += !row[t.row];
        *cols += !col[t.col];
        row[t.row] = col[t.col] = true;
    }
    free(row);
    free(col);
    return enough;
}

// The bytes of A and B that all waves need, each by itself: the DRAM traffic if L2 keeps exactly
// what a wave shares.
static bool bytes_of_waves(const struct order *o, int k, double *bytes)
{
    const struct hier_shape s = hier_shape();
    const int tiles = o->tiles_m * o->tiles_n;
    *bytes = 0;
    for (int first = 0; first < tiles; first += o->places) {
        int rows, cols;
        if (!touched(o, first, smaller(first + o->places, tiles), &rows, &cols))
            return false;
        *bytes += 2.0 * k * ((double)rows * s.bm + (double)cols * s.bn);
    }
    return true;
}

// ---- Drawing -------------------------------------------------------------------------------------

// Draws each tile as its block's number or, in a wide C, as the letter of its wave.
static void draw(const struct order *o)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const bool numbered = o->tiles_n <= MOST_NUMBERED;
    const int rows = smaller(o->tiles_m, MOST_DRAWN), cols = smaller(o->tiles_n, MOST_DRAWN);
    for (int i = 0; i < rows; i++) {
        printf("    ");
        for (int j = 0; j < cols; j++) {
            const int block =
                raster_block((struct tile_place){i, j}, o->panel, o->tiles_m, o->tiles_n);
            if (numbered)
                printf("%5d", block);
            else
                putchar(letters[block / o->places % (int)(sizeof letters - 1)]);
        }
        putchar('\n');
    }
    if (rows < o->tiles_m || cols < o->tiles_n)
        printf("    ... (%d x %d tiles in all)\n", o->tiles_m, o->tiles_n);
}

static bool show(const struct order *o, const char *steps, int k)
{
    const struct hier_shape s = hier_shape();
    int rows, cols;
    double bytes;
    if (!touched(o, 0, smaller(o->places, o->tiles_m * o->tiles_n), &rows, &cols) ||
        !bytes_of_waves(o, k, &bytes))
        return false;
    printf("\npanel = %d (%s)\n\n", o->panel, steps);
    draw(o);
    printf("\n    the first wave: %d x %d tiles, %d rows of A and %d columns of B\n"
           "    all waves: %.1f MB of A and B\n",
           rows, cols, rows * s.bm, cols * s.bn, 1e-6 * bytes);
    return true;
}

int hier_raster_experiment(const struct gemm_problem *p, const struct setup *setup)
{
    struct failure why;
    const struct hier_shape s = hier_shape();
    struct order o = {
        .panel = 1,
        .tiles_m = ceil_div(p->m, s.bm),
        .tiles_n = ceil_div(p->n, s.bn),
        .places = raster_places(),
    };
    if (p->m == 0 || p->n == 0) {
        fail(&why, "--raster: C is empty; -m and -n must be at least 1");
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    if (setup->format != FORMAT_TABLE) {
        fail(&why, "--raster: a drawing for people; leave out --format");
        return complain(setup->chapter, &why, EXIT_REQUEST);
    }
    terminal_line(stdout, "--raster: %s, %d blocks run together", setup->machine.name, o.places);
    terminal_line(stdout, "C has %d x %d tiles of %d x %d, k = %d. %s", o.tiles_m, o.tiles_n, s.bm,
                  s.bn, p->k,
                  o.tiles_n <= MOST_NUMBERED ? "Each tile shows the number of its block."
                                             : "Each tile shows its wave: A, B, C ...");
    bool enough = show(&o, "steps 1 to 4: row by row", p->k);
    o.panel = raster_panel(s.bm, s.bn, o.tiles_m, o.places);
    enough = enough && show(&o, "5_rasterize", p->k);
    if (enough)
        return EXIT_OK;
    fail(&why, "--raster: no memory on the host");
    return complain(setup->chapter, &why, EXIT_WRONG);
}
