// SPDX-License-Identifier: MIT
//
// figure.h: layouts as panels of a picture.
#ifndef COMMON_LAYOUT_FIGURE_H
#define COMMON_LAYOUT_FIGURE_H

#include "../layout.h"
#include "../atoms/atoms.h"
#include "picture.h"

enum colour { COLOUR_NONE, COLOUR_INDEX, COLOUR_BANK, COLOUR_THREAD, COLOUR_VALUE };

// How the cells of a layout are coloured.
struct shading {
    enum colour colour;
    int bits;            // of an element: for banks
    const int *class_of; // by offset, if not NULL: classes of members that belong together,
    int64_t class_limit; //   for offsets below this (-1: none)
    bool by_position;    // the class of a cell is its index
    bool by_number;      // the class of a cell is its number
    int classes;         // how many classes there are
};

// The colour of cell number `position` that shows `offset`.
int figure_fill(const struct shading *s, int64_t offset, int64_t position);

// One panel for a layout of rank 1 or 2, a panel for each (_,_,k..) of a higher rank.
bool figure_layout(struct picture *p, const struct composed_layout *l,
                   const struct shading *shading, const char *caption, struct failure *why);

// The tile of rows x cols (column-major) that a thread-value layout maps to: which thread owns
// what. `drawn` may be NULL: the numbers of elements for the colour by index or bank. turned:
// element (i, j) is drawn in row j, column i. strong: the thread whose cells are framed, or -1.
struct tile_figure {
    int rows, cols;
    bool turned;
    int strong;
    const struct layout *data; // the tile's layout in memory; NULL: none
};
bool figure_tv(struct picture *p, const struct layout *tv, const struct tile_figure *tile,
               const struct shading *shading, const char *caption, struct failure *why);

// A and B left of and above C, as a product is written on paper. strong: as above.
bool figure_mma(struct picture *p, const struct mma_atom *atom, int strong,
                const struct shading *shading, struct failure *why);

// What a copy reads and what it writes, a panel each, in rows of 128 bits as for ldmatrix (one row
// if a thread copies alone). strong: as above.
bool figure_copy(struct picture *p, const struct copy_atom *atom, int strong,
                 const struct shading *shading, const char *source, const char *destination,
                 struct failure *why);
// The tile of either side: rows elements in each of cols rows (turned).
bool figure_copy_tile(struct tile_figure *tile, const struct copy_atom *atom,
                      const struct layout *side, struct failure *why);

// The text of a layout for a title or caption; static memory, overwritten by the fourth call after.
const char *layout_text(const struct layout *l);
const char *composed_text(const struct composed_layout *l);

#endif
