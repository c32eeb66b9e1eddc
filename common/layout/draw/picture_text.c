// SPDX-License-Identifier: MIT
//
// picture_text.c: CuTe's print_layout. Prefixes, signs and stars need more room than it gives to a
// number; then cells get wider, and nothing else differs.
#include "picture.h"

#include <string.h>

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

static void rule(const struct panel *panel, int width, FILE *out)
{
    fprintf(out, "    ");
    for (int j = 0; j < panel->cols; j++) {
        fputc('+', out);
        for (int i = 0; i < width + 2; i++)
            fputc('-', out);
    }
    fprintf(out, "+\n");
}

static void write_panel(const struct panel *panel, FILE *out)
{
    const int width = width_of(panel);
    if (!panel->no_col_labels) {
        fprintf(out, "    ");
        for (int j = 0; j < panel->cols; j++)
            fprintf(out, "  %*d ", width, j);
        fprintf(out, "\n");
    }
    for (int i = 0; i < panel->rows; i++) {
        rule(panel, width, out);
        if (panel->no_row_labels)
            fprintf(out, "    ");
        else
            fprintf(out, "%2d  ", i);
        for (int j = 0; j < panel->cols; j++) {
            const struct cell *cell = &panel->cells[(long)i * panel->cols + j];
            char text[2 * PICTURE_LABEL];
            picture_label(panel, cell, 0, text, PICTURE_LABEL);
            picture_label(panel, cell, 1, text + strlen(text), PICTURE_LABEL);
            fprintf(out, cell->strong ? "|[%*s]" : "| %*s ", width, text);
        }
        fprintf(out, "|\n");
    }
    rule(panel, width, out);
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
