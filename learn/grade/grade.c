// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strdup, strndup
#include "grade.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/base/timer.h"
#include "../compile/build.h"
#include "thread_races.h"
#include "rules.h"
#include "../run/run.h"
#include "trial.h"

// One file while it is graded.
struct attempt {
    struct grade *g;
    const char *file, *variant;
    struct built built;
    struct trial trials[MAX_JOBS];
    struct order order;
    struct job jobs[MAX_JOBS];
    const void *inputs[3 * MAX_JOBS];
};

// ---- Judging -------------------------------------------------------------------------------------

static bool check_one(struct grade *g, int number, const struct reported *r, struct failure *why)
{
    const struct check *c = &g->exercise->checks[number];
    bool failed = false;
    if (!is_graded_whole(g->exercise) && r->has_outcome[0] && !g->outcome[0].emulated &&
        g->exercise->form != FORM_OFFSET && strchr("DCP", c->kind)) {
        g->skipped |= 1u << number;
        return true;
    }
    switch (c->kind) {
    case 'R':
        for (int j = 0; j < g->job_count; j++)
            failed = failed || !g->right[j];
        break;
    case 'D':
        for (int j = 0; j < g->job_count; j++)
            failed = failed || g->outcome[j].found > 0 || g->outcome[j].error[0];
        break;
    case 'T': break; // a separate program: check_threads
    case 'L':
        if (!layouts_check(g, number, r, &failed, why))
            return false;
        break;
    default: rules_check(g, number, r); break;
    }
    if (failed)
        g->failed |= 1u << number;
    return true;
}

// Where the next diagnosis begins: its line "emu: ...". NULL: there is no more.
static const char *next_diagnosis(const char *text)
{
    const char *start = strncmp(text, "emu: ", 5) == 0 ? text : strstr(text, "\nemu: ");
    return start ? start + (*start == '\n') : NULL;
}

// Its last line is indented, or the first one.
static const char *end_of_diagnosis(const char *start)
{
    const char *end = strchr(start, '\n');
    while (end && end[1] == ' ')
        end = strchr(end + 1, '\n');
    return end ? end + 1 : start + strlen(start);
}

// The diagnosis to show: the first one; but one that names a wait for the wrong parity is the cause
// of the races next to it, whichever comes first.
static char *first_diagnosis(const char *err, bool *names_cause)
{
    const char *const first = next_diagnosis(err);
    const char *shown = first;
    for (const char *at = first; at; at = next_diagnosis(end_of_diagnosis(at) - 1)) {
        const char *const wait = strstr(at, "\n  wait    ");
        if (wait && wait < end_of_diagnosis(at)) {
            shown = at;
            break;
        }
    }
    *names_cause = shown != first;
    return shown ? strndup(shown, (size_t)(end_of_diagnosis(shown) - shown)) : NULL;
}

static void judge(struct attempt *a, const struct reported *r)
{
    struct grade *g = a->g;
    for (int j = 0; j < g->job_count; j++) {
        g->outcome[j] = r->outcome[j];
        if (!r->has_outcome[j] || !r->has_result[j])
            fail(&g->wrong[j], "%s", r->whole ? "no result came back" : r->ended);
        else if (g->exercise->form == FORM_OFFSET || g->exercise->form == FORM_NONE)
            g->right[j] = true; // other checks say whether
        else
            g->right[j] =
                trial_judge(&a->trials[j], g->exercise, &r->outcome[j], r->result[j], &g->wrong[j]);
    }
}

// ---- Running -------------------------------------------------------------------------------------

static bool run_jobs(struct attempt *a, const char *program, int first, struct reported *r,
                     struct failure *why)
{
    return run_order(program, &a->order, &a->jobs[first], &a->inputs[3 * (size_t)first], r, why);
}

// The counter of the first budget that was broken, for the picture of its line.
static int broken_budget(const struct grade *g)
{
    for (int i = 0; i < g->exercise->check_count; i++)
        if (g->exercise->checks[i].kind == 'C' && g->failed >> i & 1 &&
            g->ruled[i].at.how[0] == '<')
            return i;
    return -1;
}

// One line of source may load from one memory and store to the other: of the pictures, which begin
// with lines that are not indented, those of this memory stay.
static void keep_memory(char *heat, const char *memory)
{
    char wanted[40], *to = heat;
    bool keep = true;
    snprintf(wanted, sizeof wanted, "in %s memory", memory);
    for (const char *line = heat; *line;) {
        size_t length = strcspn(line, "\n");
        length += line[length] == '\n';
        if (*line != ' ') {
            const char *found = strstr(line, wanted);
            keep = found && found < line + length;
        }
        if (keep) {
            memmove(to, line, length);
            to += length;
        }
        line += length;
    }
    if (to > heat)
        *to = '\0';
}

// Once more, at the size that broke it.
static bool draw_heat(struct attempt *a, struct failure *why)
{
    struct grade *g = a->g;
    struct reported again;
    const int budget = broken_budget(g);
    if (budget < 0)
        return true;
    snprintf(a->order.heat_of, sizeof a->order.heat_of, "%s",
             g->exercise->checks[budget].label + 2);
    a->order.job_count = 1;
    const bool good = run_jobs(a, a->built.program, g->ruled[budget].job, &again, why);
    a->order.job_count = g->job_count;
    a->order.heat_of[0] = '\0';
    if (!good)
        return false;
    g->heat = again.heat;
    again.heat = NULL;
    if (g->heat)
        keep_memory(g->heat, g->exercise->checks[budget].label[2] == 's' ? "shared" : "global");
    reported_free(&again);
    return true;
}

static int check_of_kind(const struct exercise *e, char kind)
{
    for (int i = 0; i < e->check_count; i++)
        if (e->checks[i].kind == kind)
            return i;
    return -1;
}

// The same calls in a program with gcc's thread sanitizer.
static bool check_threads(struct attempt *a, struct failure *why)
{
    struct grade *g = a->g;
    const int number = check_of_kind(g->exercise, 'T');
    char name[80];
    struct built built;
    struct reported r;
    if (number < 0)
        return true;
    snprintf(name, sizeof name, "%.60s_threads", a->variant);
    if (!build_exercise(g->exercise, a->file, name, BUILD_THREADS, &built, why))
        return false;
    if (built.messages) {
        const bool unknown = strstr(built.messages, "GOMP_") != NULL; // child/openmp.c
        free(built.messages);
        return fail(why, unknown ? "check T supports OpenMP's parallel, for (schedule static), "
                                   "barrier, single, critical and atomic: this file uses more"
                                 : "gcc cannot link its thread sanitizer (libtsan)");
    }
    if (!run_jobs(a, built.program, 0, &r, why))
        return false;
    for (int j = 0; j < g->job_count; j++)
        if (r.outcome[j].found > 0)
            g->failed |= 1u << number;
    char places[700];
    if (g->failed >> number & 1 && race_places(r.err, places, sizeof places)) {
        free(g->diagnosis);
        g->diagnosis = strdup(places);
    }
    reported_free(&r);
    return true;
}

// What the program printed, for free(). If it ended without a result and no diagnosis says why, its
// errors, too: CUDA_CHECK names the call that failed.
static char *printed(const struct reported *r, const char *diagnosis)
{
    const char *errors = r->ended[0] && !diagnosis ? r->err : "";
    char *both = malloc(strlen(r->out) + strlen(errors) + 1);
    if (both)
        sprintf(both, "%s%s", r->out, errors);
    return both;
}

static bool run_trials(struct attempt *a, struct failure *why)
{
    struct grade *g = a->g;
    struct reported r;
    for (int j = 0; j < g->job_count; j++)
        a->jobs[j] = trial_job(&a->trials[j], &a->inputs[3 * (size_t)j]);
    if (!run_jobs(a, a->built.program, 0, &r, why))
        return false;
    judge(a, &r);
    g->diagnosis = first_diagnosis(r.err, &g->names_cause);
    g->out = printed(&r, g->diagnosis);
    bool good = g->out != NULL || fail(why, "out of memory");
    for (int i = 0; i < g->exercise->check_count && good; i++)
        good = check_one(g, i, &r, why);
    good = good && rules_medals(g, &r, why) && draw_heat(a, why) && check_threads(a, why);
    reported_free(&r);
    return good;
}

// Answers are about the first size: a kernel in the same file runs at that one.
static bool run_all(struct attempt *a, struct failure *why)
{
    struct grade *g = a->g;
    const int count = g->exercise->has_answers ? 1 : g->exercise->size_count;
    bool good = true;
    for (g->job_count = 0; g->job_count < count && good; g->job_count += good) {
        struct trial *t = &a->trials[g->job_count];
        good = trial_create(t, g->exercise, g->job_count, g->seed, why);
        g->problem[g->job_count] = t->problem;
    }
    a->order = (struct order){.form = g->exercise->form, .job_count = g->job_count};
    snprintf(a->order.gpu, sizeof a->order.gpu, "%s", g->exercise->gpu);
    a->order.gpus = g->exercise->gpus;
    good = good && run_trials(a, why);
    for (int j = 0; j < g->job_count; j++)
        trial_free(&a->trials[j]);
    return good;
}

bool grade_file(struct grade *g, const struct exercise *e, const char *file, const char *variant,
                uint64_t seed, struct failure *why)
{
    struct attempt a = {.g = g, .file = file, .variant = variant};
    const enum build_kind kind = check_of_kind(e, 'M') < 0 ? BUILD_PLAIN : BUILD_TRACED;
    const double begin = timer_seconds();
    *g = (struct grade){.exercise = e, .seed = seed};
    if (!build_exercise(e, file, variant, kind, &a.built, why))
        return false;
    const double compiled = timer_seconds();
    g->build_seconds = compiled - begin;
    g->messages = a.built.messages;
    g->refused = a.built.refused;
    if (g->messages) {
        g->failed = (1u << e->check_count) - 1;
        return true;
    }
    const bool good = run_all(&a, why);
    g->run_seconds = timer_seconds() - compiled;
    if (!good)
        grade_free(g);
    return good;
}

void grade_free(struct grade *g)
{
    free(g->messages);
    free(g->diagnosis);
    free(g->heat);
    free(g->owners);
    free(g->out);
    *g = (struct grade){.exercise = g->exercise};
}
