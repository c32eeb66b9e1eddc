// SPDX-License-Identifier: MIT
//
// picture_latex.c: a picture as a LaTeX document for TikZ: x runs down, y to the right, one node
// per cell, one grid per panel.
#include "picture.h"

// Grey as a share of black, anything else as RGB.
static void write_fill(int fill, FILE *out)
{
    const int red = fill >> 16 & 255, green = fill >> 8 & 255, blue = fill & 255;
    if (red == green && green == blue)
        fprintf(out, "fill=black!%02d", (255 - red) * 100 / 255);
    else
        fprintf(out, "fill={rgb,255:red,%d;green,%d;blue,%d}", red, green, blue);
}

// Text of a title: the few characters that TeX takes for its own.
static void escaped(const char *text, FILE *out)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("\\textless{}", out); break;
        case '>': fputs("\\textgreater{}", out); break;
        case '\\': fputs("\\textbackslash{}", out); break;
        case '^': fputs("\\textasciicircum{}", out); break;
        case '~': fputs("\\textasciitilde{}", out); break;
        case '#':
        case '$':
        case '%':
        case '&':
        case '_':
        case '{':
        case '}': fprintf(out, "\\%c", *text); break;
        default: fputc(*text, out);
        }
}

static void write_cell(const struct panel *panel, const struct cell *cell, int x, int y, FILE *out)
{
    char first[PICTURE_LABEL], second[PICTURE_LABEL];
    picture_label(panel, cell, 0, first, sizeof first);
    picture_label(panel, cell, 1, second, sizeof second);
    fprintf(out, "\\node[");
    write_fill(cell->fill == NO_FILL ? 0xffffff : cell->fill, out);
    if (picture_is_dark(cell->fill))
        fprintf(out, ",text=white");
    if (cell->strong)
        fprintf(out, ",draw=red,very thick");
    if (cell->count < 2)
        fprintf(out, "] at (%d,%d) {%s};\n", x, y, first);
    else
        fprintf(out, "] at (%d,%d) {\\shortstack{%s \\\\ %s}};\n", x, y, first, second);
}

static void thick_lines(const struct panel *panel, int x, int y, FILE *out)
{
    const int *rows = panel->row_group, *cols = panel->col_group;
    for (int level = 0; level < 2; level++) {
        const char *style = level ? "ultra thick" : "very thick";
        for (int i = rows[level]; rows[level] > 0 && i < panel->rows; i += rows[level])
            fprintf(out, "\\draw[%s,shift={(-0.5,-0.5)}] (%d,%d) -- (%d,%d);\n", style, x + i, y,
                    x + i, y + panel->cols);
        for (int j = cols[level]; cols[level] > 0 && j < panel->cols; j += cols[level])
            fprintf(out, "\\draw[%s,shift={(-0.5,-0.5)}] (%d,%d) -- (%d,%d);\n", style, x, y + j,
                    x + panel->rows, y + j);
    }
}

static void write_panel(const struct panel *panel, int x, int y, FILE *out)
{
    for (int i = 0; i < panel->rows; i++)
        for (int j = 0; j < panel->cols; j++)
            write_cell(panel, &panel->cells[(long)i * panel->cols + j], x + i, y + j, out);
    fprintf(out, "\\draw[color=black,thick,shift={(-0.5,-0.5)}] (%d,%d) grid (%d,%d);\n", x, y,
            x + panel->rows, y + panel->cols);
    thick_lines(panel, x, y, out);
    for (int i = 0; i < panel->rows && !panel->no_row_labels; i++)
        fprintf(out, "\\node at (%d,%d) {\\Large{\\texttt{%d}}};\n", x + i, y - 1, i);
    for (int j = 0; j < panel->cols && !panel->no_col_labels; j++)
        fprintf(out, "\\node at (%d,%d) {\\Large{\\texttt{%d}}};\n", x - 1, y + j, j);
    if (panel->caption[0]) {
        fprintf(out, "\\node[anchor=west] at (%d,%d) {\\texttt{", x - 2, y - 1);
        escaped(panel->caption, out);
        fprintf(out, "}};\n");
    }
}

void picture_write_latex(const struct picture *p, FILE *out)
{
    fprintf(out, "%%%% Layout: %s\n", p->title);
    fprintf(out, "\\documentclass{standalone}\n\\usepackage{tikz}\n\n\\begin{document}\n"
                 "\\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style="
                 "{minimum size=1cm, outer sep=0pt}]\n\n");
    int below = 0;
    for (int i = 0; i < p->panel_count; i++) {
        const struct panel *panel = &p->panels[i];
        write_panel(panel, p->side_by_side ? panel->top : below, p->side_by_side ? panel->left : 0,
                    out);
        below += panel->rows + 3;
    }
    fprintf(out, "\n\\end{tikzpicture}\n\\end{document}\n");
}
