// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // open_memstream
#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include "../source/text.h"

enum { MOST_COLUMNS = 32, MOST_ROWS = 64, SHOWN_ROWS = 8, NO_LANE = -1, MANY = -2 };

// cells[row][column]: a lane (the first of several), NO_LANE or MANY. A column is a bank of shared
// memory, or a sector of global memory.
struct grid {
    char title[200];
    bool is_shared;
    int rows, columns, cells[MOST_ROWS][MOST_COLUMNS];
    long long at[MOST_ROWS]; // byte of the row's start
};

static void read_row(struct grid *g, const char *line)
{
    char *rest;
    g->at[g->rows] = strtoll(line + 1, &rest, 10);
    int i;
    for (i = 0; i < MOST_COLUMNS; i++) {
        rest += strspn(rest, " |");
        if (*rest == '\n' || *rest == '\0')
            break;
        const bool lane = *rest >= '0' && *rest <= '9';
        g->cells[g->rows][i] = lane ? (int)strtol(rest, NULL, 10) : *rest == '*' ? MANY : NO_LANE;
        rest += strcspn(rest, " \n");
    }
    g->columns = i > g->columns ? i : g->columns;
    g->rows++;
}

// The first picture of the text.
static struct grid read_grid(const char *heat)
{
    struct grid g = {.rows = 0};
    snprintf(g.title, sizeof g.title, "%.*s", (int)strcspn(heat, "\n"), heat);
    g.is_shared = strstr(g.title, "shared memory") != NULL;
    for (int r = 0; r < MOST_ROWS; r++)
        for (int i = 0; i < MOST_COLUMNS; i++)
            g.cells[r][i] = NO_LANE;
    for (const char *line = strchr(heat, '\n'); line && g.rows < MOST_ROWS;
         line = strchr(line + 1, '\n')) {
        const char *at = line + 1 + strspn(line + 1, " ");
        if (*at == '+')
            read_row(&g, at);
        else if (at == line + 1 && g.rows > 0)
            break; // the next picture
    }
    return g;
}

// How many rows have something in this column: of a bank, the passes that it takes.
static int rows_in(const struct grid *g, int column)
{
    int rows = 0;
    for (int r = 0; r < g->rows; r++)
        rows += g->cells[r][column] != NO_LANE;
    return rows;
}

static void grid_print(const char *heat, FILE *out)
{
    const struct grid g = read_grid(heat);
    int most = 0, touched = 0;
    fprintf(out, "%.78s\n   byte  a column is a %s; numbers are lanes\n", g.title,
            g.is_shared ? "bank" : "sector of 32 bytes");
    for (int r = 0; r < g.rows && r < SHOWN_ROWS; r++) {
        fprintf(out, "%+8lld ", g.at[r]);
        for (int i = 0; i < g.columns; i++)
            if (g.cells[r][i] >= 0)
                fprintf(out, "%2d", g.cells[r][i]);
            else
                fputs(g.cells[r][i] == MANY ? " *" : " .", out);
        fputc('\n', out);
    }
    if (g.rows > SHOWN_ROWS)
        fprintf(out, "         and %d more rows\n", g.rows - SHOWN_ROWS);
    fputs("   rows  ", out);
    for (int i = 0; i < g.columns; i++) {
        const int rows = rows_in(&g, i);
        most = rows > most ? rows : most;
        touched += rows;
        fprintf(out, "%2d", rows);
    }
    if (g.is_shared)
        fprintf(out, "\n         %d pass%s: a bank delivers one row at a time\n", most,
                most == 1 ? "" : "es");
    else
        fprintf(out, "\n         %d sectors for one request\n", touched);
}

static void svg_text(const char *text, FILE *out)
{
    for (; *text; text++)
        if (strchr("<>&", *text))
            fprintf(out, "&#%d;", *text);
        else
            fputc(*text, out);
}

static void draw(const struct grid *g, FILE *out)
{
    enum { CELL = 22, TOP = 40, LEFT = 70 };
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"monospace\" font-size=\"11\">\n<text x=\"4\" y=\"16\">",
            LEFT + g->columns * CELL + 4, TOP + g->rows * CELL + 4);
    svg_text(g->title, out);
    fputs("</text>\n", out);
    for (int r = 0; r < g->rows; r++) {
        fprintf(out, "<text x=\"4\" y=\"%d\">%+lld</text>\n", TOP + r * CELL + 15, g->at[r]);
        for (int i = 0; i < g->columns; i++) {
            const int lane = g->cells[r][i], x = LEFT + i * CELL, y = TOP + r * CELL;
            fprintf(out,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                    "stroke=\"#bbb\"/>\n",
                    x, y, CELL, CELL,
                    lane == NO_LANE                     ? "#fff"
                    : g->is_shared && rows_in(g, i) > 1 ? "#e9a08f"
                                                        : "#9fd3a8");
            if (lane >= 0)
                fprintf(out, "<text x=\"%d\" y=\"%d\">%d</text>\n", x + 4, y + 15, lane);
            else if (lane == MANY)
                fprintf(out, "<text x=\"%d\" y=\"%d\">*</text>\n", x + 4, y + 15);
        }
    }
    fputs("</svg>\n", out);
}

// ---- Which coordinate has which element (grade/owners.h) -------------------------------------------

enum { WORD = 12, TERMINAL = 80, LABEL = 9, OWNER_ROWS = 6 };

struct owners {
    char title[200];
    int count, width;                       // of elements; of the longest word
    char (*expected)[WORD], (*yours)[WORD]; // "3,1", "." or "*"
};

static bool are_owners(const char *text) { return strncmp(text, "owners of ", 10) == 0; }

static void free_owners(struct owners *o)
{
    free(o->expected);
    free(o->yours);
}

static bool read_owners(struct owners *o, const char *text)
{
    size_t lines = 1;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    *o = (struct owners){.expected = calloc(lines, WORD), .yours = calloc(lines, WORD)};
    snprintf(o->title, sizeof o->title, "%.*s", (int)strcspn(text, "\n"), text);
    const char *at = strchr(text, '\n');
    while (at && o->expected && o->yours && o->count < (int)lines &&
           sscanf(at + 1, "%11s %11s", o->expected[o->count], o->yours[o->count]) == 2) {
        for (int side = 0; side < 2; side++) {
            const int length = (int)strlen((side ? o->yours : o->expected)[o->count]);
            o->width = length > o->width ? length : o->width;
        }
        o->count++;
        at = strchr(at + 1, '\n');
    }
    return o->expected && o->yours;
}

static bool owner_is_wrong(const struct owners *o, int i)
{
    return strcmp(o->expected[i], o->yours[i]) != 0;
}

// As many elements in a row as fit, a power of two.
static int row_of_owners(const struct owners *o, int width)
{
    int row = 16;
    while (row > 1 && LABEL + row * (o->width + 2) > width)
        row /= 2;
    return row;
}

static void owners_print(const char *text, FILE *out)
{
    struct owners o;
    if (!read_owners(&o, text))
        return;
    const int row = row_of_owners(&o, TERMINAL), rows = (o.count + row - 1) / row;
    fprintf(out, "%.78s\n", o.title);
    for (int yours = 0; yours < 2; yours++) {
        fprintf(out, " element  %s\n", yours ? "yours, ! where it differs" : "expected");
        for (int r = 0; r < rows && r < OWNER_ROWS; r++) {
            fprintf(out, "%8d ", r * row);
            for (int i = r * row; i < o.count && i < (r + 1) * row; i++)
                fprintf(out, " %*s%c", o.width, (yours ? o.yours : o.expected)[i],
                        yours && owner_is_wrong(&o, i) ? '!' : ' ');
            fputc('\n', out);
        }
        if (rows > OWNER_ROWS)
            fprintf(out, "         and %d more rows\n", rows - OWNER_ROWS);
    }
    free_owners(&o);
}

static void draw_owners(const struct owners *o, FILE *out)
{
    enum { HIGH = 22, TOP = 60, LEFT = 50, PER_LETTER = 7, GAP = 30 };
    const int row = o->count < 16 ? o->count : 16, rows = (o->count + row - 1) / row,
              wide = o->width * PER_LETTER + 8, all = row * wide;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"monospace\" font-size=\"11\">\n<text x=\"4\" y=\"16\">",
            LEFT + 2 * all + GAP + 4, TOP + rows * HIGH + 4);
    svg_text(o->title, out);
    fprintf(out, "</text>\n<text x=\"%d\" y=\"50\">expected</text>\n", LEFT);
    fprintf(out, "<text x=\"%d\" y=\"50\">yours</text>\n", LEFT + all + GAP);
    for (int i = 0; i < o->count; i++) {
        const int y = TOP + i / row * HIGH;
        if (i % row == 0)
            fprintf(out, "<text x=\"4\" y=\"%d\">%d</text>\n", y + 15, i);
        for (int yours = 0; yours < 2; yours++) {
            const int x = LEFT + yours * (all + GAP) + i % row * wide;
            fprintf(out,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                    "stroke=\"#bbb\"/>\n<text x=\"%d\" y=\"%d\">%s</text>\n",
                    x, y, wide, HIGH, yours && owner_is_wrong(o, i) ? "#e9a08f" : "#fff", x + 4,
                    y + 15, (yours ? o->yours : o->expected)[i]);
        }
    }
    fputs("</svg>\n", out);
}

// ---- Either --------------------------------------------------------------------------------------

void verdict_picture_print(const char *text, FILE *out)
{
    if (are_owners(text))
        owners_print(text, out);
    else
        grid_print(text, out);
}

static bool draw_either(const char *text, FILE *out)
{
    struct owners o;
    if (!are_owners(text)) {
        const struct grid g = read_grid(text);
        draw(&g, out);
        return true;
    }
    const bool read = read_owners(&o, text);
    if (read)
        draw_owners(&o, out);
    free_owners(&o);
    return read;
}

bool verdict_picture_save(const char *text, const char *path, struct failure *why)
{
    struct text t;
    if (!text_begin(&t))
        return fail(why, "out of memory");
    const bool drawn = draw_either(text, t.file);
    char *svg = text_end(&t);
    const bool good = drawn && svg ? text_save(path, svg, why) : fail(why, "out of memory");
    free(svg);
    return good;
}
