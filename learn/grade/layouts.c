// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strdup
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/layout/eval/eval.h"
#include "owners.h"

// ---- Asking the layout library -------------------------------------------------------------------

// Its answer to a line with tabs, up to the next tab, for free(); NULL with its reason.
static char *ask(const char *line, struct failure *why)
{
    char *answer = malloc(LAYOUT_EVAL_TEXT);
    if (!answer) {
        fail(why, "out of memory");
        return NULL;
    }
    if (layout_eval_line(line, strlen(line), answer, LAYOUT_EVAL_TEXT) == 0)
        return answer;
    fail(why, "%.900s", strncmp(answer, "error: ", 7) == 0 ? answer + 7 : answer);
    free(answer);
    return NULL;
}

// A function from indices to offsets.
struct function {
    long long *offset;
    int size;
};

// From the answer to `offsets`: layout, tab, "[0,1,2]".
static bool read_offsets(struct function *f, const char *answer, struct failure *why)
{
    const char *at = strchr(answer, '[');
    *f = (struct function){.offset = malloc(LAYOUT_EVAL_OFFSETS * sizeof *f->offset)};
    if (!at || !f->offset)
        return fail(why, "no offsets of %.80s", answer);
    while (*at == '[' || *at == ',') {
        char *end;
        if (f->size == LAYOUT_EVAL_OFFSETS)
            return fail(why, "more than %d offsets", LAYOUT_EVAL_OFFSETS);
        f->offset[f->size++] = strtoll(at + 1, &end, 10);
        at = end;
    }
    return true;
}

static bool function_of(struct function *f, const char *layout, struct failure *why)
{
    char line[1200];
    *f = (struct function){NULL, 0};
    snprintf(line, sizeof line, "offsets\t%.1100s", layout);
    char *answer = ask(line, why);
    const bool good = answer && read_offsets(f, answer, why);
    free(answer);
    if (!good) {
        free(f->offset);
        f->offset = NULL;
    }
    return good;
}

// "composition A B" as a line for the library: words are separated by spaces, except in quotes.
// A right side that begins with no operation is a layout itself.
static char *expected_layout(const char *rule, struct failure *why)
{
    char line[1024];
    size_t used = 0;
    bool quoted = false, operation = false;
    const size_t first = strcspn(rule, " ");
    for (size_t i = 0; layout_operation(i); i++)
        operation = operation || (strlen(layout_operation(i)->name) == first &&
                                  strncmp(layout_operation(i)->name, rule, first) == 0);
    if (!operation)
        return strdup(rule);
    for (const char *c = rule; *c && used + 1 < sizeof line; c++) {
        if (*c == '"')
            quoted = !quoted;
        else if (*c != ' ' || quoted)
            line[used++] = *c;
        else if (used > 0 && line[used - 1] != '\t')
            line[used++] = '\t';
    }
    line[used] = '\0';
    char *answer = ask(line, why);
    if (answer)
        answer[strcspn(answer, "\t")] = '\0';
    return answer;
}

// ---- The checks ----------------------------------------------------------------------------------

// The learner's line "name text", for free(); NULL: there is none.
static char *layout_named(const char *lines, const char *name, size_t length)
{
    for (const char *line = lines; line && *line; line = strchr(line, '\n'), line += line != NULL)
        if (strncmp(line, name, length) == 0 && line[length] == ' ')
            return strndup(line + length + 1, strcspn(line + length + 1, "\n"));
    return NULL;
}

// True where they are the same; else the reason says where they differ.
static bool same(const struct function *yours, const struct function *expected,
                 struct failure *text)
{
    if (yours->size >= LAYOUT_EVAL_OFFSETS && expected->size < yours->size)
        return fail(text, "has at least %d elements, not %d", yours->size, expected->size);
    if (yours->size != expected->size)
        return fail(text, "has %d element%s, not %d", yours->size, yours->size == 1 ? "" : "s",
                    expected->size);
    for (int i = 0; i < yours->size; i++)
        if (yours->offset[i] != expected->offset[i])
            return fail(text, "differs: element %d must have offset %lld, not %lld", i,
                        expected->offset[i], yours->offset[i]);
    return true;
}

// How many numbers its shape has.
static int leaves(const char *layout)
{
    int count = 0;
    for (const char *c = layout; *c && *c != ':'; c++)
        count += *c >= '0' && *c <= '9' && !(c[1] >= '0' && c[1] <= '9');
    return count;
}

// The size of a layout's first mode: 32 of ((4,8),4):...; 0 where it has one mode.
static int rows_of(const char *layout)
{
    int depth = 0;
    long long rows = 1;
    for (const char *c = layout; *c && *c != ':' && rows <= LAYOUT_EVAL_OFFSETS; c++) {
        depth += (*c == '(') - (*c == ')');
        if (*c == ',' && depth == 1)
            return (int)rows;
        if (*c >= '0' && *c <= '9') {
            char *end;
            const long size = strtol(c, &end, 10);
            rows *= size < LAYOUT_EVAL_OFFSETS ? size : LAYOUT_EVAL_OFFSETS;
            c = end - 1;
        }
    }
    return 0;
}

// The first wrong layout of the file has a picture.
static void draw_owners(struct grade *g, const char *name, const struct owned *expected,
                        const struct owned *yours)
{
    if (!g->owners)
        g->owners = owners_text(name, expected, yours);
}

// exact: with as many leaves, too.
static bool compare_layout(struct grade *g, const char *name, const char *yours,
                           const char *expected, bool exact, struct failure *text,
                           struct failure *why)
{
    struct function mine, wanted = {NULL, 0};
    struct failure reason;
    bool good = function_of(&mine, yours, &reason);
    if (!good)
        fail(text, "\"%.100s\": %.800s", yours, reason.text);
    if (!function_of(&wanted, expected, why)) {
        // Not every answer is a layout: those are compared as text.
        *why = (struct failure){""};
        good = strcmp(yours, expected) == 0;
        if (good || !text->text[0])
            fail(text, good ? "\"%.100s\" is right" : "\"%.100s\" is not it", yours);
    } else if (good) {
        good = same(&mine, &wanted, &reason);
        if (!good)
            draw_owners(g, name, &(struct owned){wanted.offset, wanted.size, rows_of(expected)},
                        &(struct owned){mine.offset, mine.size, rows_of(yours)});
        if (good && exact && leaves(yours) != leaves(expected))
            good = fail(&reason, "is the same function, but its shape has %d numbers, not %d",
                        leaves(yours), leaves(expected));
        fail(text, "\"%.100s\" %.800s", yours, good ? "is right" : reason.text);
    }
    free(mine.offset);
    free(wanted.offset);
    return good;
}

// The table counts its columns fastest, a layout its rows.
static void draw_table(struct grade *g, const long long *table, const struct owned *expected)
{
    const int rows = expected->rows, columns = expected->size / rows;
    long long *const element = malloc((size_t)expected->size * sizeof *element);
    for (int i = 0; element && i < expected->size; i++)
        element[i] = table[(long long)(i % rows) * columns + i / rows];
    if (element)
        draw_owners(g, "offset(i, j)", expected, &(struct owned){element, expected->size, rows});
    free(element);
}

// exercise(i, j) at each (i, j), and the layout's offset there: its first mode is i's.
static bool compare_table(struct grade *g, const long long *table, const char *expected, bool *good,
                          struct failure *text, struct failure *why)
{
    const struct gemm_problem *const p = &g->problem[0];
    struct function wanted;
    if (!function_of(&wanted, expected, why))
        return false;
    if (wanted.size != p->m * p->n) {
        free(wanted.offset);
        return fail(why, "%s has %d elements; sizes say %d x %d", expected, wanted.size, p->m,
                    p->n);
    }
    *good = true;
    fail(text, "offset(i, j) is right for all %d x %d", p->m, p->n);
    for (int i = 0; i < p->m && *good; i++)
        for (int j = 0; j < p->n && *good; j++) {
            const long long got = table[(long long)i * p->n + j];
            *good = got == wanted.offset[i + j * p->m];
            if (!*good)
                fail(text, "offset(%d, %d) is %lld, expected %lld", i, j, got,
                     wanted.offset[i + j * p->m]);
        }
    if (!*good)
        draw_table(g, table, &(struct owned){wanted.offset, wanted.size, p->m});
    free(wanted.offset);
    return true;
}

bool layouts_check(struct grade *g, int number, const struct reported *r, bool *failed,
                   struct failure *why)
{
    const struct check *c = &g->exercise->checks[number];
    const char *name = c->label + 2, *right = strstr(c->rule, "==");
    struct failure *text = &g->ruled[number].text;
    bool good = false;
    if (!right)
        return fail(why, "%s: check: %s: == is missing", g->exercise->path, c->rule);
    const bool exact = right[2] == '=';
    right += 2 + exact;
    right += strspn(right, " ");
    char *expected = expected_layout(right, why);
    if (!expected)
        return false;
    bool asked = true;
    if (g->exercise->form == FORM_OFFSET && strcmp(name, "offset") == 0) {
        if (r->has_result[0])
            asked = compare_table(g, r->result[0], expected, &good, text, why);
        else
            fail(text, "%s", r->ended);
    } else {
        char *yours = layout_named(r->layouts, name, strlen(name));
        *why = (struct failure){""};
        if (yours)
            good = compare_layout(g, name, yours, expected, exact, text, why);
        else
            fail(text, "there is no LAYOUT(%s, \"...\");", name);
        free(yours);
    }
    const struct failure said = *text;
    if (g->exercise->form != FORM_OFFSET)
        fail(text, "%s %.1000s", name, said.text);
    free(expected);
    *failed = !good;
    return asked;
}
