// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // strdup
#include "command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../common/base/terminal.h"
#include "../compile/build.h"
#include "../report/formats.h"
#include "files.h"
#include "progress.h"
#include "screen.h"
#include "../run/run.h"
#include "../source/text.h"
#include "../grade/verdict.h"
#include "../run/workers.h"

int complain(const struct failure *why)
{
    fflush(stdout);
    char text[sizeof why->text + 10];
    snprintf(text, sizeof text, "learn: %s\n", why->text);
    char *const folded = screen_fold(text);
    fputs(folded ? folded : text, stderr);
    free(folded);
    return 2;
}

// Ends `kept` and prints it: coloured and folded on a terminal, unchanged elsewhere.
static void print_kept(struct text *kept)
{
    char *const text = text_end(kept);
    char *const folded = text ? screen_fold(text) : NULL;
    if (folded)
        screen_print(folded, "", stdout);
    free(folded);
    free(text);
}

static bool find(const struct catalogue *c, const char *id, struct exercise *e, struct failure *why)
{
    const struct entry *entry = catalogue_find(c, id, why);
    return entry && exercise_read(e, entry->path, why);
}

// ---- check ---------------------------------------------------------------------------------------

static bool note_pass(const char *id, struct failure *why)
{
    struct progress p;
    if (!progress_read(&p, why))
        return false;
    struct done *done = progress_of(&p, id);
    const bool known = done && done->passed;
    if (done)
        done->passed = true;
    const bool good = known || (done && progress_save(&p, why));
    progress_free(&p);
    return good;
}

bool check_own(const struct exercise *e, bool *passed, char **picture, FILE *out,
               struct failure *why)
{
    char path[300];
    bool made;
    uint64_t seed;
    struct grade g;
    *passed = false;
    if (!own_seed(&seed, why) || !own_copy(e, path, sizeof path, &made, why))
        return false;
    if (made)
        fprintf(out, "%s is new: your copy of the exercise. Open it, change it, save it.\n", path);
    if (!grade_file(&g, e, path, "mine", seed, why))
        return false;
    verdict_print(&g, screen_columns(), out);
    const bool whole = grade_passed(&g); // a real GPU leaves some checks out
    *passed = whole || (!g.messages && g.failed == 0);
    if (whole)
        fprintf(out,
                "passed. Why it works, and your file next to the solution: make solution EX=%s\n",
                e->id);
    else
        fprintf(out, "%s, seed %" PRIu64 "; lesson: %s\n", path, seed, e->lesson);
    if (picture) {
        char **const drawn = g.heat ? &g.heat : &g.owners;
        *picture = *drawn;
        *drawn = NULL;
    }
    grade_free(&g);
    return !whole || note_pass(e->id, why);
}

int command_check(const struct catalogue *c, const char *id)
{
    struct failure why;
    struct exercise e;
    bool passed;
    if (!find(c, id, &e, &why))
        return complain(&why);
    struct text verdict;
    const bool kept = text_begin(&verdict);
    const bool good = check_own(&e, &passed, NULL, kept ? verdict.file : stdout, &why);
    if (kept)
        print_kept(&verdict);
    exercise_free(&e);
    return !good ? complain(&why) : passed ? 0 : 1;
}

// ---- hint ----------------------------------------------------------------------------------------

// Prints prose of an exercise's header; `used` columns of its first line are taken. On a screen the
// text is folded to the width of the screen. Elsewhere it keeps the line ends of the source, and
// `indent` blanks follow each.
static void print_prose(const char *text, int used, int indent, FILE *out)
{
    char *const joined = terminal_is_screen(out) ? strdup(text) : NULL;
    if (joined) {
        for (char *end = joined; (end = strchr(end, '\n'));)
            *end = ' ';
        terminal_fold(out, used, joined);
        free(joined);
        return;
    }
    for (const char *c = text; *c; c++) {
        fputc(*c, out);
        if (*c == '\n')
            fprintf(out, "%*s", indent, "");
    }
}

bool show_hint(const struct exercise *e, FILE *out, struct failure *why)
{
    enum { HINT_INDENT = 4 };
    struct progress p;
    if (!progress_read(&p, why))
        return false;
    struct done *done = progress_of(&p, e->id);
    bool good = false;
    if (!done) {
        fail(why, "out of memory");
    } else {
        done->hints = done->hints < e->hint_count ? done->hints + 1 : e->hint_count;
        for (int i = 0; i < done->hints; i++) {
            const int used = fprintf(out, "  hint %d of %d: ", i + 1, e->hint_count);
            print_prose(e->hints[i], used, HINT_INDENT, out);
            fputc('\n', out);
        }
        // A hint is shown even if the folder cannot be written.
        good = access(own_folder(), F_OK) != 0 || progress_save(&p, why);
    }
    progress_free(&p);
    return good;
}

int command_hint(const struct catalogue *c, const char *id)
{
    struct failure why;
    struct exercise e;
    char path[300];
    bool made;
    if (!find(c, id, &e, &why))
        return complain(&why);
    const bool good = own_copy(&e, path, sizeof path, &made, &why) && show_hint(&e, stdout, &why);
    exercise_free(&e);
    return good ? 0 : complain(&why);
}

// ---- solution ------------------------------------------------------------------------------------

static bool show_diff(const struct exercise *e, struct failure *why)
{
    char mine[300], folder[200], path[400];
    own_path(e, mine, sizeof mine);
    if (!build_folder_of(e, folder, sizeof folder, why))
        return false;
    snprintf(path, sizeof path, "%s/solution%s", folder, e->on_cpu ? ".c" : ".cu");
    char *text = exercise_solution(e);
    const bool saved = text ? text_save(path, text, why) : fail(why, "out of memory");
    free(text);
    if (!saved)
        return false;
    const char *const compare[] = {"diff",     "-u", "--label", "yours", "--label",
                                   "solution", mine, path,      NULL};
    const char *const show[] = {"cat", path, NULL};
    const bool has_own = access(mine, R_OK) == 0;
    fflush(stdout);
    return run_tool(has_own ? compare : show, stdout, stderr) >= 0 ||
           fail(why, "diff cannot be run");
}

// A student's copy of the course has the stub in its place (teach/handout.py).
static bool has_solution(const struct exercise *e)
{
    char *const stub = exercise_stub(e), *const solution = exercise_solution(e);
    const bool has = stub && solution && strcmp(stub, solution) != 0;
    free(stub);
    free(solution);
    return has;
}

int command_solution(const struct catalogue *c, const char *id, bool force)
{
    struct failure why;
    struct exercise e;
    struct progress p;
    if (!find(c, id, &e, &why))
        return complain(&why);
    bool good = progress_read(&p, &why);
    const bool may = force || (good && progress_passed(&p, e.id));
    if (good)
        progress_free(&p);
    if (good && !may)
        good = fail(&why,
                    "you have not passed %s yet; `make hint EX=%s` helps, and "
                    "`make solution EX=%s FORCE=1` shows it all the same",
                    e.id, e.id, e.id);
    if (good) {
        printf("%s: %s\n\n", e.id, e.title);
        print_prose(e.why, 0, 0, stdout);
        fputs("\n\n", stdout);
        good = !has_solution(&e) || show_diff(&e, &why);
    }
    exercise_free(&e);
    return good ? 0 : complain(&why);
}

// ---- check-all -----------------------------------------------------------------------------------

struct all {
    const struct catalogue *catalogue;
    enum format format;
    bool begun_only; // no line for an exercise that was not begun
    struct totals totals;
    struct text pieces; // joined
    int joined;
};

static enum state grade_own(struct grade *g, const struct exercise *e, uint64_t seed,
                            struct failure *why)
{
    char path[300];
    own_path(e, path, sizeof path);
    fail(why, "not begun");
    if (access(path, F_OK) != 0)
        return STATE_NOT_BEGUN;
    if (!grade_file(g, e, path, "mine", seed, why))
        return STATE_NOT_GRADED;
    return g->messages ? STATE_NOT_COMPILED : grade_passed(g) ? STATE_PASSED : STATE_FAILED;
}

static int grade_one(int index, FILE *out, void *context)
{
    const struct all *all = context;
    const struct entry *entry = &all->catalogue->entries[index];
    struct exercise e = {.title = "cannot be read"};
    struct grade g;
    struct failure why;
    const bool read = exercise_read(&e, entry->path, &why);
    if (!read)
        snprintf(e.id, sizeof e.id, "%s", entry->id);
    const enum state state = read ? grade_own(&g, &e, all->totals.seed, &why) : STATE_NOT_GRADED;
    const bool graded = state <= STATE_NOT_COMPILED;
    format_exercise(all->format, &e, state, graded ? &g : NULL, &why, out);
    return (int)state;
}

static void join(int index, const struct piece *piece, void *context)
{
    struct all *all = context;
    const bool known = piece->status >= 0 && piece->status <= STATE_NOT_GRADED;
    struct failure why;
    // A learner's own report: what passes here has passed.
    if (all->format == FORMAT_TEXT && piece->status == STATE_PASSED)
        note_pass(all->catalogue->entries[index].id, &why); // a folder that cannot be written
    all->totals.counts[known ? piece->status : STATE_NOT_GRADED]++;
    if (!known)
        fprintf(stderr, "learn: %s: its grading was ended\n", all->catalogue->entries[index].id);
    else if (piece->text && !(all->begun_only && piece->status == STATE_NOT_BEGUN))
        fprintf(all->pieces.file, "%s%s", all->joined++ ? format_between(all->format) : "",
                piece->text);
}

static int check_all(const struct catalogue *c, const char *format, bool begun_only)
{
    struct failure why;
    struct all all = {.catalogue = c, .begun_only = begun_only};
    if (!format_named(format, &all.format, &why) || !own_seed(&all.totals.seed, &why))
        return complain(&why);
    if (!text_begin(&all.pieces))
        return 2;
    const bool good = work_side_by_side(c->count, grade_one, join, &all, &why);
    char *pieces = text_end(&all.pieces);
    if (good) {
        format_begin(all.format, &all.totals, stdout);
        fputs(pieces, stdout);
        format_end(all.format, &all.totals, stdout);
    }
    free(pieces);
    const int *counts = all.totals.counts;
    const bool clean =
        counts[STATE_FAILED] + counts[STATE_NOT_COMPILED] + counts[STATE_NOT_GRADED] == 0;
    // A grader reads the report; a person's shell the status.
    return !good ? complain(&why) : clean || all.format != FORMAT_TEXT ? 0 : 1;
}

int command_check_all(const struct catalogue *c, const char *format)
{
    return check_all(c, format, false);
}

int command_check_begun(const struct catalogue *c) { return check_all(c, "text", true); }
