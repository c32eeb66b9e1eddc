// SPDX-License-Identifier: MIT
#include "figure_banks.h"

#include <string.h>

#include "../../base/terminal.h"

enum { LEFT = 8 }; // columns before the first bank

// The rows of 128 bytes that are touched, in order; at most one for each lane.
static int find_rows(const struct bank_request *r, long long rows[WARP_LANES])
{
    int count = 0;
    for (int lane = 0; lane < r->lanes; lane++) {
        if (r->absent >> lane & 1)
            continue;
        const long long row = r->address[lane] / BANK_ROW;
        int at = 0;
        while (at < count && rows[at] < row)
            at++;
        if (at < count && rows[at] == row)
            continue;
        memmove(&rows[at + 1], &rows[at], (size_t)(count - at) * sizeof *rows);
        rows[at] = row;
        count++;
    }
    return count;
}

static const char *plural(int count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

// A row of the table: on one line, or in two halves if BANKS columns do not fit.
static void print_part(const struct bank_part *part, int width, int banks, FILE *out)
{
    fprintf(out, "%2d-%-2d   ", part->first, part->first + part->count - 1);
    for (int bank = 0; bank < BANKS; bank++) {
        if (bank > 0 && bank % banks == 0)
            fprintf(out, "\n%*s", LEFT, "");
        if (part->words[bank])
            fprintf(out, "%*d ", width - 1, part->words[bank]);
        else
            fprintf(out, "%*s ", width - 1, ".");
    }
    fprintf(out, banks < BANKS ? "%4d\n" : "  %3d\n", part->passes);
}

void bank_passes_print(const struct bank_passes *b, const struct bank_request *r, FILE *out)
{
    // 80 columns hold 32 numbers of one digit, 60 hold 16 of two digits.
    int width = 2;
    for (int i = 0; i < b->part_count * BANKS; i++)
        width = b->part[i / BANKS].words[i % BANKS] > 9 ? 3 : width;
    const int banks = LEFT + BANKS * width + 5 <= terminal_columns(out) ? BANKS : BANKS / 2;
    if (banks == BANKS)
        fprintf(out, "%-*spasses\n", LEFT - 1 + BANKS * width,
                "lanes    different words requested from each bank, banks 0 to 31");
    else
        fprintf(out,
                "different words requested from each bank: banks 0 to 15,\n"
                "and below them banks 16 to 31\n%-*spasses\n",
                LEFT - 2 + banks * width, "lanes");
    for (int i = 0; i < b->part_count; i++)
        print_part(&b->part[i], width, banks, out);
    fprintf(out, "\n%d %s", b->passes, plural(b->passes, "pass", "passes"));
    if (b->conflicts > 0)
        fprintf(out, " where %d would do: %d bank %s\n", b->passes - b->conflicts, b->conflicts,
                plural(b->conflicts, "conflict", "conflicts"));
    else
        fprintf(out, ", no bank conflicts\n");
    if (r->bytes > BANK_BYTES)
        fprintf(out, "(%d bytes a lane: %s of the warp take turns%s)\n", r->bytes,
                r->bytes == 8 ? "halves" : "quarters",
                b->part_count < (r->lanes * r->bytes + BANK_ROW - 1) / BANK_ROW
                    ? "; parts whose lanes want the same went together"
                    : "");
}

// Shared memory as rows of 32 words: which lane accesses which word.
bool figure_banks(struct picture *p, const struct bank_request *r, const struct bank_passes *b,
                  const char *caption, struct failure *why)
{
    long long rows[WARP_LANES];
    const int count = find_rows(r, rows);
    struct panel *panel = picture_add(p, count, BANKS, why);
    if (!panel)
        return false;
    snprintf(panel->caption, sizeof panel->caption,
             "%srows of 32 banks, with the lanes that access each word (* several lanes)", caption);
    for (int lane = 0; lane < r->lanes; lane++)
        for (int w = 0;
             !(r->absent >> lane & 1) && w < (r->bytes > BANK_BYTES ? r->bytes / BANK_BYTES : 1);
             w++) {
            int row = 0;
            while (rows[row] != r->address[lane] / BANK_ROW)
                row++;
            struct cell *cell =
                panel_cell(panel, row, (int)(r->address[lane] / BANK_BYTES % BANKS) + w);
            if (cell->count++ > 0) {
                cell->count = 1;
                cell->many = true;
                continue;
            }
            cell->number[0] = lane;
            cell->fill = picture_hue((long long)(lane * BANK_PARTS / WARP_LANES) * 3, 12);
        }
    panel = picture_add(p, b->part_count, BANKS, why);
    if (!panel)
        return false;
    snprintf(panel->caption, sizeof panel->caption,
             "different words requested from each bank, a row for each part of the warp: "
             "%d %s, %d %s",
             b->passes, plural(b->passes, "pass", "passes"), b->conflicts,
             plural(b->conflicts, "conflict", "conflicts"));
    for (int i = 0; i < b->part_count; i++)
        for (int bank = 0; bank < BANKS; bank++) {
            struct cell *cell = panel_cell(panel, i, bank);
            const int words = b->part[i].words[bank];
            if (words == 0)
                continue;
            cell->count = 1;
            cell->number[0] = words;
            // From green, one pass, to red.
            cell->fill = words == 1   ? 0xbfe5b5
                         : words <= 2 ? 0xf5e6a8
                         : words <= 4 ? 0xf5c08a
                                      : 0xee8f86;
        }
    return true;
}
