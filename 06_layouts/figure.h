// SPDX-License-Identifier: MIT
//
// figure.h: layouts as panels of a picture.
#ifndef LAYOUTS_FIGURE_H
#define LAYOUTS_FIGURE_H

#include "../common/layout.h"
#include "../common/layout/atoms.h"
#include "../common/layout/picture.h"
#include "command.h"

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

// The tile of rows x cols (column-major) that a thread-value layout maps to: who owns what. `drawn`
// may be NULL: the numbers of elements for the colour by index or bank. turned: element (i, j) is
// drawn in row j, column i. strong: the thread whose cells are framed, or -1.
struct tile_figure {
    int rows, cols;
    bool turned;
    int strong;
    const struct layout *data; // where the tile lies in memory; NULL: nowhere
};
bool figure_tv(struct picture *p, const struct layout *tv, const struct tile_figure *tile,
               const struct shading *shading, const char *caption, struct failure *why);

// A and B left of and above C, as a product is written on paper.
bool figure_mma(struct picture *p, const struct mma_atom *atom, const struct shading *shading,
                struct failure *why);

// The text of a layout for a title or caption; static memory, overwritten by the fourth call after.
const char *layout_text(const struct layout *l);
const char *composed_text(const struct composed_layout *l);

// Prints the picture and releases it; returns the exit status of the command.
int figure_finish(struct picture *p, enum picture_format format);

// Reads a layout, plain or behind a swizzle, or the name of a tile in shared memory. The reason
// begins with what was read.
bool read_layout(struct composed_layout *out, const char *text, int bits, struct failure *why);
// The same where a swizzle has no place.
bool read_plain(struct layout *out, const char *text, struct failure *why);

#endif
