// SPDX-License-Identifier: MIT
//
// heat.c: a picture of what one warp accesses in one request.
#include "notes.h"
#include "tally.h"
#include "emu_api.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 4 };

static unsigned long long lowest(const struct emu_line *line)
{
    unsigned long long low = ~0ull;
    for (int i = 0; i < WARP; i++)
        if ((unsigned)line->sample.lanes >> i & 1 && line->sample.address[i] < low)
            low = line->sample.address[i];
    return low;
}

// Rows of the picture: sectors (global) or rows of 32 words (shared), sorted by address.
struct rows {
    int count, width; // bytes in a row
    unsigned long long start[WARP * 4];
};

static void find_rows(const struct emu_line *line, struct rows *rows)
{
    rows->count = 0;
    rows->width = line->sample.shared ? BANKS * WORD : SECTOR;
    for (int i = 0; i < WARP; i++) {
        if (!((unsigned)line->sample.lanes >> i & 1))
            continue;
        unsigned long long start =
            line->sample.address[i] / (unsigned)rows->width * (unsigned)rows->width;
        int at = 0;
        while (at < rows->count && rows->start[at] < start)
            at++;
        if (at < rows->count && rows->start[at] == start)
            continue;
        memmove(&rows->start[at + 1], &rows->start[at],
                (size_t)(rows->count - at) * sizeof *rows->start);
        rows->start[at] = start;
        rows->count++;
    }
}

// The first lane that accesses the word at `address`, or -1; *lanes is the number of such lanes.
static int lane_at(const struct emu_line *line, unsigned long long address, int *lanes)
{
    int first = -1;
    *lanes = 0;
    for (int i = 0; i < WARP; i++) {
        unsigned long long a = line->sample.address[i];
        bool touches = (unsigned)line->sample.lanes >> i & 1 && a < address + WORD &&
                       a + (unsigned)line->sample.bytes > address;
        if (!touches)
            continue;
        if (first < 0)
            first = i;
        ++*lanes;
    }
    return first;
}

static const char *unit_of(const struct emu_line *line, const struct rows *rows)
{
    if (line->sample.shared)
        return rows->count == 1 ? "row of 32 banks" : "rows of 32 banks";
    return rows->count == 1 ? "sector of 32 bytes" : "sectors of 32 bytes";
}

// Words of a row on one line: all, or half as many until they fit.
static int words_on_a_line(const struct rows *rows, int columns)
{
    enum { BEFORE = 12, CELL = 3 }; // columns
    int words = rows->width / WORD;
    while (words > 4 && BEFORE + words * CELL > columns)
        words /= 2;
    return words;
}

static void print_row(FILE *to, const struct emu_line *line, unsigned long long start, int words)
{
    for (int w = 0; w < words; w++) {
        int lanes, lane = lane_at(line, start + (unsigned)(w * WORD), &lanes);
        if (lane < 0)
            fprintf(to, " . ");
        else
            fprintf(to, "%2d%c", lane, lanes > 1 ? '*' : ' ');
    }
    fprintf(to, "\n");
}

static void print_text(FILE *to, const struct emu_line *line, const struct rows *rows)
{
    unsigned long long base = lowest(line) / (unsigned)rows->width * (unsigned)rows->width;
    const int columns = screen_columns(to), words = words_on_a_line(rows, columns);
    char place[300], access[100], touched[60];
    int place_length = snprintf(place, sizeof place, "%s:%d:", line->file, line->line);
    int access_length = snprintf(access, sizeof access, "%s of %d bytes in %s memory by %d lanes,",
                                 line->sample.store ? "store" : "load", line->sample.bytes,
                                 line->sample.shared ? "shared" : "global",
                                 __builtin_popcount((unsigned)line->sample.lanes));
    int touched_length =
        snprintf(touched, sizeof touched, "%d %s", rows->count, unit_of(line, rows));
    const char *fold = place_length + access_length + touched_length + 2 > columns ? "\n    " : " ";
    fprintf(to, "%s%s%s%s%s\n", place, fold, access,
            4 + access_length + 1 + touched_length > columns ? fold : " ", touched);
    if (columns < 77) // the longer sentence has as many
        fprintf(to, "%10s  the lane that touches 4 bytes (*: several)\n", "byte");
    else
        fprintf(to, "%10s  each number is the lane that touches these 4 bytes, * more than one\n",
                "byte");
    for (int r = 0; r < rows->count; r++)
        for (int w = 0; w < rows->width / WORD; w += words) {
            const unsigned long long start = rows->start[r] + (unsigned)(w * WORD);
            fprintf(to, "%+10lld  ", (long long)(start - base));
            print_row(to, line, start, words);
        }
}

// Accesses on the same line are drawn below each other.
static int draw_svg(FILE *svg, const struct emu_line *line, const struct rows *rows, int y)
{
    enum { CELL = 22, LEFT = 80 };
    unsigned long long base = lowest(line) / (unsigned)rows->width * (unsigned)rows->width;
    fprintf(
        svg,
        "<text x=\"10\" y=\"%d\" font-weight=\"bold\">%s of %d bytes, %s memory: %d %s</text>\n",
        y + 16, line->sample.store ? "store" : "load", line->sample.bytes,
        line->sample.shared ? "shared" : "global", rows->count, unit_of(line, rows));
    y += 26;
    for (int r = 0; r < rows->count; r++, y += CELL) {
        fprintf(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%+lld</text>\n", LEFT - 6,
                y + CELL - 7, (long long)(rows->start[r] - base));
        for (int w = 0; w < rows->width / WORD; w++) {
            int lanes, lane = lane_at(line, rows->start[r] + (unsigned)(w * WORD), &lanes);
            fprintf(svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" stroke=\"#888\" ",
                    LEFT + w * CELL, y, CELL, CELL);
            if (lane < 0)
                fprintf(svg, "fill=\"#fff\"/>\n");
            else
                fprintf(svg, "fill=\"hsl(%d,70%%,75%%)\"/>\n", lane * 360 / WARP);
            if (lane >= 0)
                fprintf(svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d%s</text>\n",
                        LEFT + w * CELL + CELL / 2, y + CELL - 7, lane, lanes > 1 ? "*" : "");
        }
    }
    return y + 14;
}

// Does place, such as "sum.cu:28", match the end of the line's path, such as "sums/sum.cu"?
static bool is_at_place(const struct emu_line *line, const char *place)
{
    char full[300];
    snprintf(full, sizeof full, "%s:%d", line->file, line->line);
    size_t have = strlen(full), want = strlen(place);
    return want <= have && strcmp(full + have - want, place) == 0 &&
           (want == have || full[have - want - 1] == '/');
}

int emu_print_heat(const char *place, FILE *to, FILE *svg)
{
    struct emu_line *places;
    int count = emu_places(&places), found = 0, y = 10, height = 20, width = 0;
    for (int i = 0; i < count; i++) {
        struct rows rows;
        if (!is_at_place(&places[i], place))
            continue;
        find_rows(&places[i], &rows);
        print_text(to, &places[i], &rows);
        height += 40 + 22 * rows.count;
        int wide = rows.width > SECTOR ? 100 + rows.width / WORD * 22 : 420;
        width = wide > width ? wide : width;
        found++;
    }
    if (found && svg) {
        fprintf(svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "font-family=\"sans-serif\" font-size=\"11\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                width, height);
        for (int i = 0; i < count; i++) {
            struct rows rows;
            if (!is_at_place(&places[i], place))
                continue;
            find_rows(&places[i], &rows);
            y = draw_svg(svg, &places[i], &rows, y);
        }
        fprintf(svg, "</svg>\n");
    }
    if (!found)
        fprintf(stderr, "emu: no counted load or store at %s; EMU_LINES=1 lists the lines\n",
                place);
    free(places);
    return found ? 0 : -1;
}
