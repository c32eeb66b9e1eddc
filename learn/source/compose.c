// SPDX-License-Identifier: MIT
//
// The texts that are made of one source: stub, solution, and the solution with a mistake in it.
#include <stdlib.h>
#include <string.h>

#include "source.h"
#include "text.h"

// Marks may be indented, as a formatter leaves them in a function.
static bool begins(const char *line, const char *mark)
{
    return strncmp(line + strspn(line, " "), mark, strlen(mark)) == 0;
}

static const char *line_end(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

// Code outside of regions, and of each region one version: the stub's, or the solution's unless
// `instead` has one.
static void write_code(FILE *out, const struct exercise *e, bool stub, const char *const *instead)
{
    enum { OUTSIDE, IN_STUB, IN_SOLUTION } place = OUTSIDE;
    int region = -1;
    for (const char *line = e->code, *next; *line; line = next) {
        next = line_end(line);
        if (begins(line, "//@stub")) {
            place = IN_STUB;
            region++;
        } else if (begins(line, "//@solution")) {
            place = IN_SOLUTION;
            if (instead && instead[region])
                fputs(instead[region], out);
        } else if (begins(line, "//@end")) {
            place = OUTSIDE;
        } else if (place == OUTSIDE || (place == IN_STUB && stub) ||
                   (place == IN_SOLUTION && !stub && !(instead && instead[region]))) {
            fwrite(line, 1, (size_t)(next - line), out);
        }
    }
}

static void write_comment(FILE *out, const char *text)
{
    for (const char *line = text, *next; *line; line = next) {
        next = line_end(line);
        fprintf(out, "//%s%.*s", *line == '\n' ? "" : " ", (int)(next - line), line);
    }
}

// What is checked, in words and without numbers: those come with the first verdict.
static void write_checks(FILE *out, const struct exercise *e)
{
    enum { MOST_COLUMNS = 100 };
    int used = fprintf(out, "// Checks:");
    for (int i = 0; i < e->check_count; i++) {
        const char *name = strchr(e->checks[i].label, ' ');
        char words[80];
        snprintf(words, sizeof words, "%s", name ? name + 1 : "");
        for (char *c = words; *c; c++)
            *c = *c == '_' ? ' ' : *c;
        char item[120];
        switch (e->checks[i].kind) {
        case 'R':
            snprintf(item, sizeof item, "the result at %d size%s", e->size_count,
                     e->size_count == 1 ? "" : "s");
            break;
        case 'D': snprintf(item, sizeof item, "no diagnosis"); break;
        case 'C': snprintf(item, sizeof item, "%s", words); break;
        case 'P': snprintf(item, sizeof item, "your answer \"%s\"", words); break;
        case 'L': snprintf(item, sizeof item, "the layout \"%s\"", words); break;
        case 'M':
            snprintf(item, sizeof item, "%s",
                     strstr(e->checks[i].rule, "accesses") ? "loads and stores" : "cache misses");
            break;
        default: snprintf(item, sizeof item, "no race between threads"); break;
        }
        const bool last = i + 1 == e->check_count;
        if (used + 1 + (int)strlen(item) + !last > MOST_COLUMNS)
            used = fprintf(out, "\n//  ") - 1;
        used += fprintf(out, " %s%s", item, last ? "" : ",");
    }
    fputs("\n", out);
}

// The same above each version: a diff between two of them shows code, at the same lines.
static void write_head(FILE *out, const struct exercise *e)
{
    fprintf(out, "// SPDX-License-Identifier: MIT\n// %s: %s (%d minutes)\n//\n", e->id, e->title,
            e->minutes);
    write_comment(out, e->goal);
    fputs("//\n", out);
    write_checks(out, e);
    fprintf(out, "// Lesson: %s\n// make check EX=%s    make hint EX=%s    make solution EX=%s\n",
            e->lesson, e->id, e->id, e->id);
}

static char *compose(const struct exercise *e, bool stub, const char *const *instead)
{
    struct text t;
    if (!text_begin(&t))
        return NULL;
    write_head(t.file, e);
    write_code(t.file, e, stub, instead);
    return text_end(&t);
}

char *exercise_stub(const struct exercise *e) { return compose(e, true, NULL); }

char *exercise_solution(const struct exercise *e) { return compose(e, false, NULL); }

// Where whole lines occur in a text; NULL unless they occur exactly once.
static char *find_lines(char *text, const char *lines)
{
    char *found = NULL;
    for (char *at = text; (at = strstr(at, lines)) != NULL; at++)
        if (at == text || at[-1] == '\n') {
            if (found)
                return NULL;
            found = at;
        }
    return found;
}

// The text with an edit made; takes the text.
static char *make_edit(char *text, struct edit edit)
{
    struct text t;
    const char *const from = find_lines(text, edit.from);
    char *made = NULL;
    if (from && text_begin(&t)) {
        fprintf(t.file, "%.*s%s%s", (int)(from - text), text, edit.to, from + strlen(edit.from));
        made = text_end(&t);
    }
    free(text);
    return made;
}

char *exercise_mutant(const struct exercise *e, const struct mutant *m)
{
    char *text = compose(e, false, m->region);
    for (int i = 0; text && i < m->edit_count; i++)
        text = make_edit(text, m->edits[i]);
    return text;
}
