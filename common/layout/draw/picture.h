// SPDX-License-Identifier: MIT
//
// picture.h: grids of numbers as text, SVG, LaTeX and JSON.
//
// A picture is a list of panels, a panel is a grid of cells with row and column numbers around it.
// The caller fills each cell with numbers and a colour; the writers do not depend on layouts.
//
//     struct picture p = {.title = "(2,4):(1,2)"};
//     struct panel *panel = picture_add(&p, 2, 4, &why);        // NULL: too large, or no memory
//     panel_cell(panel, i, j)->count = 1; ...
//     picture_write(&p, PICTURE_SVG, stdout);
//     picture_free(&p);
#ifndef COMMON_LAYOUT_PICTURE_H
#define COMMON_LAYOUT_PICTURE_H

#include <stdbool.h>
#include <stdio.h>

#include "../../base/failure.h"

enum picture_format { PICTURE_TEXT, PICTURE_SVG, PICTURE_LATEX, PICTURE_JSON };

// A picture with more cells is rejected, because it would not be readable.
enum { PICTURE_MAX_CELLS = 1 << 16 };

struct cell {
    int count;           // how many of the numbers below it shows: 0 (an empty cell), 1 or 2
    long long number[2]; // the second is below the first; in text after it
    bool many;           // a star after the first number: more numbers belong here
    bool strong;         // drawn with a thick frame
    int fill;            // 0xRRGGBB, or NO_FILL
};
enum { NO_FILL = -1 };

struct panel {
    char caption[200]; // above the panel; may be empty
    int rows, cols;
    int top, left; // its place, in cells, in SVG and LaTeX; text puts panels in order
    struct cell *cells;
    // Thick lines every so many rows and columns, inner and outer: 0 for none.
    int row_group[2], col_group[2];
    bool no_row_labels, no_col_labels;
    const char *prefix[2]; // before the numbers of a cell, such as "T" and "V"; NULL for none
    int digits; // text: room for a number, as CuTe has it; 0: as much as the numbers need
};

struct picture {
    char title[1024];
    struct panel *panels;
    int panel_count;
    int cell_count;
    bool side_by_side; // in SVG and LaTeX panels are placed by top and left; otherwise in order
};

// Adds a panel of empty cells. NULL with the reason if it would be too large.
struct panel *picture_add(struct picture *p, long long rows, long long cols, struct failure *why);

// row and col inside the panel.
static inline struct cell *panel_cell(struct panel *panel, int row, int col)
{
    return &panel->cells[(long)row * panel->cols + col];
}

void picture_free(struct picture *p);

// Writes all panels. Text is CuTe's print_layout, with the title as its first line; LaTeX is a
// whole document for TikZ, as CuTe's print_latex; JSON is one object on one line.
// False if there is not enough memory.
bool picture_write(const struct picture *p, enum picture_format format, FILE *out,
                   struct failure *why);
void picture_write_text(const struct picture *p, FILE *out);
bool picture_write_svg(const struct picture *p, FILE *out);
void picture_write_latex(const struct picture *p, FILE *out);
void picture_write_json(const struct picture *p, FILE *out);
// As SVG into a file. False with the reason, which begins with the path.
bool picture_save(const struct picture *p, const char *path, struct failure *why);

// The text of a cell: line 0 or 1, "" if there is none. size >= PICTURE_LABEL.
enum { PICTURE_LABEL = 48 };
void picture_label(const struct panel *panel, const struct cell *cell, int line, char *text,
                   size_t size);

// A light colour for member `index` of `count`, distinguishable from its neighbours (0xRRGGBB), and
// one of CuTe's eight greys.
int picture_hue(long long index, int count);
int picture_grey(long long index);
// Is black text unreadable on it?
bool picture_is_dark(int fill);

#endif
