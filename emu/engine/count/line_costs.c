// SPDX-License-Identifier: MIT
//
// line_costs.c: the source with the counters of each line.
//
// The costs are in two pairs of columns, one for global and one for shared memory. A pair without
// requests in the whole file is left out. If the source does not fit next to them, the requests are
// left out; a line of the source that still does not fit is folded at a word.
#include "../base/base.h"
#include "emu_api.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    AROUND = 2,         // lines shown above the first counted line
    REQUESTS = 12,      // columns of a number of requests
    PER_REQUEST = 7,    // columns of sectors or wavefronts per request
    NUMBER = 7,         // columns of the line's number
    CONTINUED_IN = 4,   // columns by which the rest of a folded line is indented
    LEAST_FOR_CODE = 20 // columns
};

struct view {
    const struct emu_line *lines;
    int count;
    char *text;     // the source, each line ended by a zero; NULL: the file has moved
    int text_lines; // of it
    int columns;    // of the output
    int left_out;   // spaces that all lines begin with
    bool has_global, has_shared, has_requests;
};

// ---- The costs of a line ------------------------------------------------------------------------

struct access_cost {
    long long requests, parts; // sectors or wavefronts
};

static struct access_cost global_cost(const struct emu_line *line)
{
    const long long *v = line->values;
    return (struct access_cost){v[EMU_GLOBAL_LOAD_REQUESTS] + v[EMU_GLOBAL_STORE_REQUESTS],
                                v[EMU_GLOBAL_LOAD_SECTORS] + v[EMU_GLOBAL_STORE_SECTORS]};
}

static struct access_cost shared_cost(const struct emu_line *line)
{
    const long long *v = line->values;
    return (struct access_cost){v[EMU_SHARED_LOAD_REQUESTS] + v[EMU_SHARED_STORE_REQUESTS] +
                                    v[EMU_CP_ASYNC_REQUESTS] + v[EMU_LDMATRIX_REQUESTS],
                                v[EMU_SHARED_LOAD_WAVEFRONTS] + v[EMU_SHARED_STORE_WAVEFRONTS] +
                                    v[EMU_CP_ASYNC_WAVEFRONTS] + v[EMU_LDMATRIX_WAVEFRONTS]};
}

static int pair_width(const struct view *v)
{
    return PER_REQUEST + (v->has_requests ? REQUESTS : 0);
}

static int costs_width(const struct view *v)
{
    return pair_width(v) * (v->has_global + v->has_shared);
}

static void print_pair(FILE *to, const struct view *v, struct access_cost cost)
{
    if (cost.requests == 0) {
        fprintf(to, "%*s", pair_width(v), "");
        return;
    }
    if (v->has_requests)
        fprintf(to, "%*lld ", REQUESTS - 1, cost.requests);
    fprintf(to, "%*.2f ", PER_REQUEST - 1, (double)cost.parts / (double)cost.requests);
}

static void print_costs(FILE *to, const struct view *v, const struct emu_line *line)
{
    if (v->has_global)
        print_pair(to, v, global_cost(line));
    if (v->has_shared)
        print_pair(to, v, shared_cost(line));
}

static void print_head(FILE *to, const struct view *v)
{
    const struct {
        bool shown;
        const char *memory, *unit;
    } pairs[] = {{v->has_global, "global memory", "sect/r"},
                 {v->has_shared, "shared memory", "wave/r"}};
    const char *gap = "";
    fprintf(to, "%s\n", v->lines[0].file);
    for (int i = 0; i < 2 && v->has_requests; i++)
        if (pairs[i].shown) {
            fprintf(to, "%s%*s", gap, pair_width(v) - 1, pairs[i].memory);
            gap = " ";
        }
    fputs(v->has_requests ? "\n" : "", to);
    gap = "";
    for (int i = 0; i < 2; i++)
        if (pairs[i].shown) {
            fputs(gap, to);
            if (v->has_requests)
                fprintf(to, "%*s ", REQUESTS - 1, "requests");
            fprintf(to, "%*s", PER_REQUEST - 1, pairs[i].unit);
            gap = " ";
        }
    fputc('\n', to);
}

// ---- The source ---------------------------------------------------------------------------------

static void read_source(struct view *v)
{
    FILE *file = fopen(v->lines[0].file, "r");
    size_t used = 0, room = 0;
    while (file && (used == room || !feof(file))) {
        if (used + 1 >= room) {
            room = room ? 2 * room : 1 << 14;
            char *more = realloc(v->text, room);
            if (!more)
                break;
            v->text = more;
        }
        const size_t got = fread(v->text + used, 1, room - used - 1, file);
        if (got == 0)
            break;
        used += got;
    }
    if (file)
        fclose(file);
    for (size_t i = 0; i < used; i++)
        if (v->text[i] == '\n') {
            v->text[i] = '\0';
            v->text_lines++;
        }
    if (v->text)
        v->text[used] = '\0';
}

static int first_shown(const struct view *v)
{
    return v->lines[0].line > AROUND ? v->lines[0].line - AROUND : 1;
}

static int last_shown(const struct view *v) { return v->lines[v->count - 1].line; }

// Line `number`, which is 1 or the line after `before`. Empty beyond the end of the file.
static const char *line_after(const struct view *v, const char *before, int number)
{
    if (!v->text || number > v->text_lines)
        return "";
    return number == 1 ? v->text : before + strlen(before) + 1;
}

// What must be left out for the longest line to fit, in this order: the spaces that all lines begin
// with, the requests.
static void fit(struct view *v)
{
    int longest = 0, indent = v->columns;
    const char *line = "";
    for (int number = 1; number <= last_shown(v); number++) {
        line = line_after(v, line, number);
        if (number < first_shown(v) || *line == '\0')
            continue;
        const int length = (int)strlen(line), spaces = (int)strspn(line, " ");
        longest = length > longest ? length : longest;
        indent = spaces < indent ? spaces : indent;
    }
    if (costs_width(v) + NUMBER + longest > v->columns)
        v->left_out = longest > indent ? indent : 0;
    if (costs_width(v) + NUMBER + longest - v->left_out > v->columns)
        v->has_requests = false;
}

// Words of the code from column `left` on, folded before the last column.
static void print_code(FILE *to, const struct view *v, const char *code)
{
    const int left = costs_width(v) + NUMBER;
    const int spaces = (int)strspn(code, " ");
    const int room = v->columns - left > LEAST_FOR_CODE ? v->columns - left : LEAST_FOR_CODE;
    int at = spaces;
    fprintf(to, "%*s", spaces, "");
    for (const char *word = code + spaces; *word;) {
        const int gap = (int)strspn(word, " "), length = gap + (int)strcspn(word + gap, " ");
        if (at + length > room && gap > 0) {
            at = spaces + CONTINUED_IN + length - gap;
            fprintf(to, "\n%*s%.*s", left + spaces + CONTINUED_IN, "", length - gap, word + gap);
        } else {
            at += length;
            fprintf(to, "%.*s", length, word);
        }
        word += length;
    }
    fputc('\n', to);
}

static void print_source(FILE *to, const struct view *v)
{
    const char *line = "";
    for (int number = 1, next = 0; number <= last_shown(v); number++) {
        line = line_after(v, line, number);
        const bool is_counted = number == v->lines[next].line;
        if (!is_counted && (number < first_shown(v) || !v->text))
            continue;
        if (is_counted)
            print_costs(to, v, &v->lines[next++]);
        else
            fprintf(to, "%*s", costs_width(v), "");
        fprintf(to, "%*d  ", NUMBER - 2, number);
        print_code(to, v, strlen(line) >= (size_t)v->left_out ? line + v->left_out : line);
    }
}

// The counted lines of one file, with a few lines around them.
static void print_file(FILE *to, const struct emu_line *lines, int count)
{
    struct view v = {.lines = lines, .count = count, .columns = screen_columns(to)};
    v.has_requests = true;
    for (int i = 0; i < count; i++) {
        v.has_global = v.has_global || global_cost(&lines[i]).requests > 0;
        v.has_shared = v.has_shared || shared_cost(&lines[i]).requests > 0;
    }
    read_source(&v);
    fit(&v);
    print_head(to, &v);
    print_source(to, &v);
    free(v.text);
}

void emu_print_lines(FILE *to)
{
    struct emu_line *lines;
    int count = emu_lines(&lines), first = 0;
    for (int i = 1; i <= count; i++)
        if (i == count || strcmp(lines[i].file, lines[first].file) != 0) {
            print_file(to, &lines[first], i - first);
            first = i;
        }
    free(lines);
}
