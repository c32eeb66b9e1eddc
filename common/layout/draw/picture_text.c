// SPDX-License-Identifier: MIT
//
// picture_text.c: CuTe's print_layout. Prefixes, signs and stars need more room than it gives to a
// number; then cells get wider, and nothing else differs. On a screen, columns that do not fit
// follow below the others.
#include "picture.h"

#include <string.h>

#include "../../base/terminal.h"

// Width of a cell without the blanks around it.
static int width_of(const struct panel *panel)
{
    char first[PICTURE_LABEL], second[PICTURE_LABEL];
    if (panel->digits > 0)
        return panel->digits;
    int width = snprintf(NULL, 0, "%d", panel->no_col_labels ? 0 : panel->cols - 1);
    for (long i = 0; i < (long)panel->rows * panel->cols; i++) {
        picture_label(panel, &panel->cells[i], 0, first, sizeof first);
        picture_label(panel, &panel->cells[i], 1, second, sizeof second);
        const int length = (int)(strlen(first) + strlen(second));
        width = length > width ? length : width;
    }
    return width;
}

// Columns first to end - 1 of the panel, in cells of this width.
struct band {
    int first, end, width;
};

static void rule(const struct band *band, FILE *out)
{
    fprintf(out, "    ");
    for (int j = band->first; j < band->end; j++) {
        fputc('+', out);
        for (int i = 0; i < band->width + 2; i++)
            fputc('-', out);
    }
    fprintf(out, "+\n");
}

static void write_band(const struct panel *panel, const struct band *band, FILE *out)
{
    if (!panel->no_col_labels) {
        fprintf(out, "    ");
        for (int j = band->first; j < band->end; j++)
            fprintf(out, "  %*d ", band->width, j);
        fprintf(out, "\n");
    }
    for (int i = 0; i < panel->rows; i++) {
        rule(band, out);
        if (panel->no_row_labels)
            fprintf(out, "    ");
        else
            fprintf(out, "%2d  ", i);
        for (int j = band->first; j < band->end; j++) {
            const struct cell *cell = &panel->cells[(long)i * panel->cols + j];
            char text[2 * PICTURE_LABEL];
            picture_label(panel, cell, 0, text, PICTURE_LABEL);
            picture_label(panel, cell, 1, text + strlen(text), PICTURE_LABEL);
            fprintf(out, cell->strong ? "|[%*s]" : "| %*s ", band->width, text);
        }
        fprintf(out, "|\n");
    }
    rule(band, out);
}

// How many columns are next to each other: all, or the largest power of two that fits.
static int columns_at_once(const struct panel *panel, int width, FILE *out)
{
    enum { LABEL = 4 };
    const int fitting = (terminal_columns(out) - LABEL - 1) / (width + 3);
    int count = 1;
    if (!terminal_is_screen(out) || panel->cols <= fitting)
        return panel->cols;
    while (2 * count <= fitting)
        count *= 2;
    return count;
}

static void write_panel(const struct panel *panel, FILE *out)
{
    const int width = width_of(panel), at_once = columns_at_once(panel, width, out);
    for (int first = 0; first < panel->cols; first += at_once) {
        const int end = first + at_once < panel->cols ? first + at_once : panel->cols;
        write_band(panel, &(struct band){first, end, width}, out);
    }
}

void picture_write_text(const struct picture *p, FILE *out)
{
    if (p->title[0])
        fprintf(out, "%s\n", p->title);
    for (int i = 0; i < p->panel_count; i++) {
        if (p->panels[i].caption[0])
            fprintf(out, "%s\n", p->panels[i].caption);
        write_panel(&p->panels[i], out);
    }
}
