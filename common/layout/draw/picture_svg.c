// SPDX-License-Identifier: MIT
//
// picture_svg.c: a picture as SVG 1.1: only rectangles, lines and text, which every renderer draws
// in the same way. Text is centred by its own height, since renderers disagree about
// alignment-baseline.
#include "picture.h"

#include <stdlib.h>
#include <string.h>

enum { MARGIN = 12, LABELS = 26, TITLE = 22, FONT = 11, PAGE = 900 };

struct scale {
    int width, height; // of a cell, in pixels
};

static struct scale scale_of(const struct picture *p)
{
    struct scale s = {.width = 24, .height = 22};
    char text[PICTURE_LABEL];
    for (int i = 0; i < p->panel_count; i++)
        for (long c = 0; c < (long)p->panels[i].rows * p->panels[i].cols; c++)
            for (int line = 0; line < p->panels[i].cells[c].count; line++) {
                picture_label(&p->panels[i], &p->panels[i].cells[c], line, text, sizeof text);
                const int width = 8 + 7 * (int)strlen(text);
                s.width = width > s.width ? width : s.width;
                s.height = line == 1 ? 31 : s.height;
            }
    return s;
}

// Titles and captions hold user's text.
static void escaped(const char *text, FILE *out)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        default: fputc(*text, out);
        }
}

static void text_at(int x, int y, const char *anchor, const char *more, const char *text, FILE *out)
{
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\"%s>", x, y, anchor, more);
    escaped(text, out);
    fprintf(out, "</text>\n");
}

// The fill of a cell: white if it has none; CuTe's greys of 50% and more darker than CuTe's,
// because neither black nor white text has a contrast of 4.5:1 on them, here and where a dark page
// inverts the picture.
static int readable(int fill)
{
    const int grey = fill & 255;
    const bool is_grey = fill == grey * 0x010101;
    if (fill == NO_FILL)
        return 0xffffff;
    return is_grey && grey <= 0x80 ? (grey * 4 / 5 + 5) * 0x010101 : fill;
}

static void write_cell(const struct panel *panel, const struct cell *cell, int x, int y,
                       struct scale s, FILE *out)
{
    char text[PICTURE_LABEL];
    const int fill = readable(cell->fill);
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", x, y,
            s.width, s.height, (unsigned)fill);
    for (int line = 0; line < cell->count; line++) {
        const int middle = cell->count == 1 ? s.height / 2 : s.height * (29 + 43 * line) / 100;
        picture_label(panel, cell, line, text, sizeof text);
        text_at(x + s.width / 2, y + middle + FONT * 35 / 100, "middle",
                picture_is_dark(fill) ? " fill=\"#fff\"" : "", text, out);
    }
}

// The line before row or column i: thin, or thick if a group ends there.
static double line_width(int i, int count, const int group[2])
{
    if (i == 0 || i == count)
        return 1.6;
    if (group[1] > 0 && i % group[1] == 0)
        return 2.6;
    return group[0] > 0 && i % group[0] == 0 ? 1.6 : 0.5;
}

static void write_panel(const struct panel *panel, int x, int y, struct scale s, FILE *out)
{
    char number[16];
    const int width = panel->cols * s.width, height = panel->rows * s.height;
    if (panel->caption[0])
        text_at(x, y - (panel->no_col_labels ? 6 : 20), "start", "", panel->caption, out);
    for (int j = 0; j < panel->cols && !panel->no_col_labels; j++) {
        snprintf(number, sizeof number, "%d", j);
        text_at(x + j * s.width + s.width / 2, y - 5, "middle", " fill=\"#555\"", number, out);
    }
    for (int i = 0; i < panel->rows; i++) {
        snprintf(number, sizeof number, "%d", i);
        if (!panel->no_row_labels)
            text_at(x - 5, y + i * s.height + s.height / 2 + FONT * 35 / 100, "end",
                    " fill=\"#555\"", number, out);
        for (int j = 0; j < panel->cols; j++)
            write_cell(panel, &panel->cells[(long)i * panel->cols + j], x + j * s.width,
                       y + i * s.height, s, out);
    }
    for (int i = 0; i <= panel->rows; i++)
        fprintf(out,
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#000\" "
                "stroke-width=\"%g\"/>\n",
                x, y + i * s.height, x + width, y + i * s.height,
                line_width(i, panel->rows, panel->row_group));
    for (int j = 0; j <= panel->cols; j++)
        fprintf(out,
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#000\" "
                "stroke-width=\"%g\"/>\n",
                x + j * s.width, y, x + j * s.width, y + height,
                line_width(j, panel->cols, panel->col_group));
    for (long c = 0; c < (long)panel->rows * panel->cols; c++)
        if (panel->cells[c].strong)
            fprintf(out,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                    "stroke=\"#c00\" stroke-width=\"2.5\"/>\n",
                    x + (int)(c % panel->cols) * s.width + 1,
                    y + (int)(c / panel->cols) * s.height + 1, s.width - 2, s.height - 2);
}

// ---- Places of the panels -------------------------------------------------------------------------

struct place {
    int x, y;
};

// From left to right while there is room, then in a new row; or at the panels' own places. Returns
// the size of the whole.
static struct place arrange(const struct picture *p, struct scale s, struct place *places)
{
    const int left = MARGIN + LABELS, top = MARGIN + (p->title[0] ? TITLE : 0);
    struct place end = {2 * MARGIN + (int)strlen(p->title) * 7, top};
    int x = left, y = top, below = top;
    for (int i = 0; i < p->panel_count; i++) {
        const struct panel *panel = &p->panels[i];
        const int above = (panel->caption[0] ? 18 : 0) + (panel->no_col_labels ? 4 : 18);
        const int text = (int)strlen(panel->caption) * 6;
        const int wide = panel->cols * s.width > text ? panel->cols * s.width : text;
        if (x > left && x + wide > PAGE) {
            x = left;
            y = below;
        }
        places[i] = (struct place){x, y + above};
        if (p->side_by_side)
            places[i] =
                (struct place){left + panel->left * s.width, top + 36 + panel->top * s.height};
        const int bottom = places[i].y + panel->rows * s.height + MARGIN;
        below = bottom > below ? bottom : below;
        end.x = places[i].x + wide + MARGIN > end.x ? places[i].x + wide + MARGIN : end.x;
        end.y = bottom > end.y ? bottom : end.y;
        x += wide + LABELS + 2 * MARGIN;
    }
    return end;
}

bool picture_write_svg(const struct picture *p, FILE *out)
{
    const struct scale s = scale_of(p);
    struct place *places = calloc((size_t)p->panel_count + 1, sizeof *places);
    if (!places)
        return false;
    const struct place end = arrange(p, s, places);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"%d\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
            end.x, end.y, end.x, end.y, FONT, end.x, end.y);
    if (p->title[0])
        text_at(MARGIN, MARGIN + 10, "start", " font-weight=\"bold\" font-size=\"12\"", p->title,
                out);
    for (int i = 0; i < p->panel_count; i++)
        write_panel(&p->panels[i], places[i].x, places[i].y, s, out);
    fprintf(out, "</svg>\n");
    free(places);
    return true;
}
