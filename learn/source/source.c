// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strtok_r, strdup
#include "source.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/step/step.h"
#include "text.h"

// ---- Lines of the header -------------------------------------------------------------------------

static const char *skip_spaces(const char *s) { return s + strspn(s, " \t"); }

static bool read_form(struct exercise *e, char *value, struct failure *why)
{
    static const char *const names[FORM_COUNT] = {[FORM_NONE] = "answers",
                                                  [FORM_SGEMM] = "sgemm",
                                                  [FORM_PROGRAM] = "program",
                                                  [FORM_GEMM] = "gemm",
                                                  [FORM_VECTOR] = "vector",
                                                  [FORM_ROW_SUM] = "row_sum",
                                                  [FORM_SUM_SQUARES] = "sum_squares",
                                                  [FORM_TRANSPOSE] = "transpose",
                                                  [FORM_OFFSET] = "offset"};
    char *rest;
    e->form = FORM_NONE;
    for (char *word = strtok_r(value, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        int form = 0;
        while (form < FORM_COUNT && strcmp(word, names[form]) != 0)
            form++;
        if (form == FORM_NONE || strcmp(word, "layouts") == 0)
            e->has_answers = true;
        else if (form < FORM_COUNT)
            e->form = (enum form)form;
        else
            return fail(why, "form: %s is none", word);
    }
    return true;
}

static bool read_sizes(struct exercise *e, char *value, struct failure *why)
{
    char *rest, *inner;
    for (char *part = strtok_r(value, ";", &rest); part; part = strtok_r(NULL, ";", &rest)) {
        int size[3] = {1, 1, 1}, count = 0;
        for (char *word = strtok_r(part, " ", &inner); word; word = strtok_r(NULL, " ", &inner)) {
            char *end = word + 1;
            const long number = *word == '?' ? DRAWN : strtol(word, &end, 10);
            if (count == 3 || *end || number < DRAWN || number > 1 << 20)
                return fail(why, "sizes: three numbers each, or ?; not %s", word);
            size[count++] = (int)number;
        }
        if (count == 0 || e->size_count == MAX_SIZES)
            return fail(why, "sizes: 1 to %d of them, m n k each", MAX_SIZES);
        e->sizes[e->size_count++] = (struct size){size[0], size[1], size[2]};
    }
    return e->size_count > 0 || fail(why, "sizes: none");
}

static bool read_scales(struct exercise *e, char *value, struct failure *why)
{
    char *rest;
    e->scales_count = 0;
    for (char *part = strtok_r(value, ";", &rest); part; part = strtok_r(NULL, ";", &rest)) {
        struct scales *s = &e->scales[e->scales_count++];
        if (e->scales_count > MAX_SIZES || sscanf(part, "%lf %lf", &s->alpha, &s->beta) != 2)
            return fail(why, "scales: alpha and beta of each call, as in 1 0; 2 -1");
    }
    return e->scales_count > 0 || fail(why, "scales: none");
}

static bool read_gaps(struct exercise *e, char *value, struct failure *why)
{
    char *rest;
    e->gaps_count = 0;
    for (char *part = strtok_r(value, ";", &rest); part; part = strtok_r(NULL, ";", &rest)) {
        struct gaps *g = &e->gaps[e->gaps_count++];
        if (e->gaps_count > MAX_SIZES || sscanf(part, "%d %d %d", &g->a, &g->b, &g->c) != 3 ||
            g->a < 0 || g->b < 0 || g->c < 0)
            return fail(why, "gaps: elements after the rows of A, B and C, as in 0 0 0; 3 5 2");
    }
    return e->gaps_count > 0 || fail(why, "gaps: none");
}

static bool read_types(struct exercise *e, char *value, struct failure *why)
{
    char *rest;
    const char *words[2] = {strtok_r(value, " ", &rest), strtok_r(NULL, " ", &rest)};
    enum dtype types[2] = {0, 0};
    for (int w = 0; w < 2; w++)
        for (enum dtype t = 1; t < DTYPE_COUNT; t++)
            if (words[w] && strcmp(words[w], dtype_name(t)) == 0)
                types[w] = t;
    e->type_ab = types[0], e->type_c = types[1];
    return (types[0] && types[1]) || fail(why, "types: of A and B, then of C, as in f16 f32");
}

static bool read_transposes(struct exercise *e, char *value, struct failure *why)
{
    static const char *const names[] = {"NN", "NT", "TN", "TT"};
    char *rest;
    e->transpose_count = 0;
    for (char *word = strtok_r(value, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        int t = 0;
        while (t < 4 && strcmp(word, names[t]) != 0)
            t++;
        if (t == 4 || e->transpose_count == 4)
            return fail(why, "transposes: some of NN NT TN TT");
        e->transposes[e->transpose_count++] = 1u << t;
    }
    return e->transpose_count > 0 || fail(why, "transposes: none");
}

// "C barriers <= k": its label is "C barriers".
static bool read_check(struct exercise *e, char *value, struct failure *why)
{
    if (e->check_count == MAX_CHECKS)
        return fail(why, "check: %d at most", MAX_CHECKS);
    struct check *c = &e->checks[e->check_count++];
    const bool alone = value[0] && strchr("RDT", value[0]);
    *c = (struct check){.kind = value[0], .rule = value[0] ? skip_spaces(value + 1) : ""};
    if (!value[0] || !strchr("RDCPLMT", value[0]) || (value[1] && value[1] != ' ') ||
        alone != (*c->rule == '\0'))
        return fail(why, "check: R, D, T, or one of C P L M and a rule; not \"%s\"", value);
    snprintf(c->label, sizeof c->label, "%c", c->kind);
    if (!alone && c->kind != 'M') {
        const char *name = c->rule + strcspn(c->rule, "abcdefghijklmnopqrstuvwxyz");
        // The first name that is neither a function nor a size.
        for (size_t l; (l = strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789")) > 0;
             name += l + strcspn(name + l, "abcdefghijklmnopqrstuvwxyz"))
            if (name[l] != '(' && !(l == 1 && strchr("mnk", *name))) {
                snprintf(c->label, sizeof c->label, "%c %.*s", c->kind, (int)l, name);
                break;
            }
    }
    return true;
}

static bool read_medal(struct exercise *e, char *value, struct failure *why)
{
    const size_t length = strcspn(value, " ");
    if (e->medal_count == MAX_MEDALS || value[length] == '\0' || length >= sizeof e->medals->name)
        return fail(why, "medal: a name and a rule, as in bronze barriers <= k; %d at most",
                    MAX_MEDALS);
    struct medal *medal = &e->medals[e->medal_count++];
    snprintf(medal->name, sizeof medal->name, "%.*s", (int)length, value);
    medal->rule = skip_spaces(value + length);
    return true;
}

// One "key: value"; lines of `why` and `stub` are kept for later.
static bool read_line(struct exercise *e, const char *key, char *value, char **stub,
                      struct failure *why)
{
    if (strcmp(key, "title") == 0)
        snprintf(e->title, sizeof e->title, "%s", value);
    else if (strcmp(key, "lesson") == 0)
        snprintf(e->lesson, sizeof e->lesson, "%.50s/%.60s", e->chapter, value);
    else if (strcmp(key, "gpu") == 0)
        snprintf(e->gpu, sizeof e->gpu, "%s", value);
    else if (strcmp(key, "gpus") == 0)
        e->gpus = atoi(value);
    else if (strcmp(key, "minutes") == 0)
        e->minutes = atoi(value);
    else if (strcmp(key, "form") == 0)
        return read_form(e, value, why);
    else if (strcmp(key, "sizes") == 0)
        return read_sizes(e, value, why);
    else if (strcmp(key, "scales") == 0)
        return read_scales(e, value, why);
    else if (strcmp(key, "gaps") == 0)
        return read_gaps(e, value, why);
    else if (strcmp(key, "types") == 0)
        return read_types(e, value, why);
    else if (strcmp(key, "transposes") == 0)
        return read_transposes(e, value, why);
    else if (strcmp(key, "check") == 0)
        return read_check(e, value, why);
    else if (strcmp(key, "medal") == 0)
        return read_medal(e, value, why);
    else if (strcmp(key, "stub") == 0)
        *stub = value;
    else if (strcmp(key, "why") == 0)
        e->why = value;
    else if (strcmp(key, "hint") == 0 && e->hint_count < MAX_HINTS)
        e->hints[e->hint_count++] = value;
    else
        return fail(why, strcmp(key, "hint") == 0 ? "more than three hints" : "no such word: %s",
                    key);
    return true;
}

// ---- The header ----------------------------------------------------------------------------------

// Ends the line, and returns the next one.
static char *cut_line(char *line)
{
    char *end = line + strcspn(line, "\n");
    if (*end)
        *end++ = '\0';
    return end;
}

static bool fail_at(const char *path, int line, struct failure *why)
{
    const struct failure reason = *why;
    return fail(why, "%.200s:%d: %s", path, line, reason.text);
}

static bool is_word_line(const char *line)
{
    const size_t length = strspn(line + 3, "abcdefghijklmnopqrstuvwxyz");
    return strncmp(line, "// ", 3) == 0 && length > 0 && line[3 + length] == ':';
}

// "// key: value", and lines "//   more" after it, which join the value (its text is moved there).
static char *read_words(struct exercise *e, char *line, int *number, char **stub,
                        struct failure *why)
{
    while (is_word_line(line)) {
        const int first = *number;
        char *key = line + 3, *value = strchr(key, ':'), *next = cut_line(line);
        *value++ = '\0';
        value += strspn(value, " ");
        char *end = value + strlen(value);
        for (++*number; strncmp(next, "//   ", 5) == 0; ++*number) {
            char *more = next + 2;
            next = cut_line(next);
            *end++ = '\n';
            more += strspn(more, " ");
            const size_t length = strlen(more);
            memmove(end, more, length + 1);
            end += length;
        }
        if (!read_line(e, key, value, stub, why)) {
            fail_at(e->path, first, why);
            return NULL;
        }
        line = next;
    }
    return line;
}

// The goal: comment lines up to the first that is none; "// " is taken away.
static char *read_goal(struct exercise *e, char *line, int *number)
{
    char *goal = line, *end = line;
    while (strncmp(line, "//", 2) == 0 && strncmp(line, "//@", 3) != 0) {
        char *next = cut_line(line), *text = line + 2 + (line[2] == ' ');
        const size_t length = strlen(text);
        ++*number;
        if (length > 0 || end > goal) { // no empty line at its start
            memmove(end, text, length);
            end += length;
            *end++ = '\n';
        }
        line = next;
    }
    if (end < line)
        *end = '\0';
    e->goal = end > goal && end < line ? goal : "";
    return line;
}

// How often a line begins with `mark`, indented or not.
static int count_marks(const char *text, const char *mark)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, mark)) != NULL; at++) {
        const char *before = at;
        while (before > text && before[-1] == ' ')
            before--;
        count += before == text || before[-1] == '\n';
    }
    return count;
}

// The wrong answers, "#if 0 //@mutants" to "#endif", are the last section of the file. No version
// of the exercise contains them.
static bool cut_mutants(struct exercise *e, char *code, struct failure *why)
{
    static const char begin[] = "\n#if 0 //@mutants", end[] = "\n#endif\n";
    char *const section = strstr(code, begin);
    e->code = code;
    e->mutants = "";
    if (!section)
        return true;
    const size_t length = strlen(section);
    if (length < strlen(end) || strcmp(section + length - strlen(end), end) != 0)
        return fail(why, "%s: the file must end with the #endif of //@mutants", e->path);
    // Keeps one newline at the end of the code, with or without an empty line above the section.
    section[section > code && section[-1] == '\n' ? 0 : 1] = '\0';
    e->mutants = section + strlen(begin);
    return true;
}

static bool check_whole(struct exercise *e, char *stub, struct failure *why)
{
    const bool has_no_sizes =
        e->size_count == 0 && (e->form == FORM_NONE || e->form == FORM_OFFSET);
    if (has_no_sizes)
        e->sizes[e->size_count++] = (struct size){1, 1, 1};
    e->region_count = count_marks(e->code, "//@stub");
    const bool closed = count_marks(e->code, "//@solution") == e->region_count &&
                        count_marks(e->code, "//@end") == e->region_count;
    const char *missing = !e->title[0]                 ? "title"
                          : !e->lesson[0]              ? "lesson"
                          : e->minutes < 1             ? "minutes"
                          : e->size_count < 1          ? "sizes"
                          : e->check_count < 1         ? "check"
                          : !stub                      ? "stub"
                          : e->hint_count != MAX_HINTS ? "hint (three of them)"
                          : !e->why                    ? "why"
                          : !e->goal[0]                ? "goal (plain text after an empty //)"
                          : e->region_count < 1        ? "//@stub //@solution //@end"
                                                       : NULL;
    if (missing)
        return fail(why, "%s: %s is missing", e->path, missing);
    if (!closed || e->region_count > MAX_REGIONS)
        return fail(why, "%s: each //@stub has its //@solution and //@end; %d at most", e->path,
                    MAX_REGIONS);
    struct failure reason;
    return exercise_checks_named(e, stub, &e->stub_fails, &reason) ||
           fail(why, "%s: stub: %s", e->path, reason.text);
}

// "04_shared/exercises/pad.cu" says chapter, name and place.
static bool name_exercise(struct exercise *e, const char *path, struct failure *why)
{
    const char *slash = strchr(path, '/'), *last = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (!slash || !dot || dot < last || strlen(path) >= sizeof e->path ||
        slash - path >= (long)sizeof e->chapter || dot - last > (long)sizeof e->name)
        return fail(why, "%s: an exercise is called CHAPTER/exercises/NAME.cu", path);
    snprintf(e->path, sizeof e->path, "%s", path);
    snprintf(e->chapter, sizeof e->chapter, "%.*s", (int)(slash - path), path);
    snprintf(e->name, sizeof e->name, "%.*s", (int)(dot - last - 1), last + 1);
    snprintf(e->id, sizeof e->id, "%.2s_%.48s", e->chapter, e->name);
    e->on_cpu = strcmp(dot, ".c") == 0;
    return true;
}

bool exercise_read(struct exercise *e, const char *path, struct failure *why)
{
    // What an exercise gets that does not say otherwise: the first call is plain, for predictions.
    *e = (struct exercise){
        .type_ab = DTYPE_F32,
        .type_c = DTYPE_F32,
        .scales = {{1, 0}, {2, -1}, {-0.5, 0}, {1, 1}},
        .scales_count = 4,
        .gaps = {{0, 0, 0}, {6, 2, 10}, {1, 3, 5}},
        .gaps_count = 3,
        .transposes = {TRANSPOSE_NN},
        .transpose_count = 1,
    };
    if (!name_exercise(e, path, why) || !(e->text = text_of_file(path, why)))
        return false;
    int number = 1;
    char *line = e->text, *stub = NULL;
    if (strncmp(line, "// SPDX", 7) == 0)
        line = cut_line(line), number++;
    line = read_words(e, line, &number, &stub, why);
    if (line) {
        line = read_goal(e, line, &number);
        if (cut_mutants(e, line, why) && check_whole(e, stub, why))
            return true;
    }
    exercise_free(e);
    return false;
}

void exercise_free(struct exercise *e)
{
    free(e->text);
    e->text = NULL;
}
