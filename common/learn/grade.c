// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700 // strdup, strndup
#include "grade.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/timer.h"
#include "build.h"
#include "run.h"
#include "layouts.h"
#include "trial.h"

// ---- Names in rules ------------------------------------------------------------------------------

struct names {
    const struct gemm_problem *problem;
    const struct outcome *outcome;
    const char *answers; // lines "name value"
};

// The value behind a name at the beginning of a line.
static const char *line_of(const char *lines, const char *name, int length)
{
    for (const char *line = lines; line && *line; line = strchr(line, '\n'), line += line != NULL)
        if (strncmp(line, name, (size_t)length) == 0 && line[length] == ' ')
            return line + length + 1;
    return NULL;
}

static bool is(const char *name, int length, const char *known)
{
    return (size_t)length == strlen(known) && strncmp(name, known, (size_t)length) == 0;
}

static bool value_of_name(void *context, const char *name, int length, double *value)
{
    const struct names *names = context;
    const char *answer = line_of(names->answers, name, length);
    const struct {
        const char *name;
        double value;
    } others[] = {{"m", names->problem->m},
                  {"n", names->problem->n},
                  {"k", names->problem->k},
                  {"misses", (double)names->outcome->misses},
                  {"accesses", (double)names->outcome->accesses}};
    if (answer) {
        *value = (double)strtoll(answer, NULL, 10);
        return true;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is(name, length, others[i].name)) {
            *value = others[i].value;
            return true;
        }
    for (int i = 0; i < counts_number(); i++)
        if (is(name, length, counts_name(i))) {
            *value = (double)counts_get(&names->outcome->counts, i);
            return true;
        }
    return false;
}

// ---- Checks --------------------------------------------------------------------------------------

// A budget holds at every size of which there are counts; a prediction is about the first. A rule
// with a name that is not there is broken: the learner may have removed an ANSWER line.
static void check_rule(struct grade *g, int number, const struct reported *r)
{
    const struct check *c = &g->exercise->checks[number];
    const int jobs = c->kind == 'P' ? 1 : g->job_count;
    bool holds = true;
    for (int j = 0; j < jobs && holds; j++) {
        struct names names = {&g->problem[j], &g->outcome[j], r->answers};
        struct comparison at;
        if (!r->has_outcome[j] && c->kind != 'P')
            continue;
        holds = expression_compare(c->rule, value_of_name, &names, &at, &g->ruled[number].text) &&
                at.holds;
        if (j == 0 || !holds) {
            g->ruled[number].job = j;
            g->ruled[number].at = at;
        }
    }
    if (!holds)
        g->failed |= 1u << number;
}

static bool check_one(struct grade *g, int number, const struct reported *r, struct failure *why)
{
    const struct check *c = &g->exercise->checks[number];
    bool failed = false;
    switch (c->kind) {
    case 'R':
        for (int j = 0; j < g->job_count; j++)
            failed = failed || !g->right[j];
        break;
    case 'D':
        for (int j = 0; j < g->job_count; j++)
            failed = failed || g->outcome[j].found > 0;
        break;
    case 'T': // a run of its own (threads.c)
        break;
    case 'L':
        if (!layouts_check(g, number, r, &failed, why))
            return false;
        break;
    default: check_rule(g, number, r); break;
    }
    if (failed)
        g->failed |= 1u << number;
    return true;
}

static bool check_medals(struct grade *g, const struct reported *r, struct failure *why)
{
    for (int i = 0; i < g->exercise->medal_count; i++) {
        bool holds = true;
        for (int j = 0; j < g->job_count && holds; j++) {
            struct names names = {&g->problem[j], &g->outcome[j], r->answers};
            struct comparison at;
            if (!expression_compare(g->exercise->medals[i].rule, value_of_name, &names, &at, why))
                return false;
            holds = at.holds;
        }
        if (holds)
            g->medals |= 1u << i;
    }
    return true;
}

// ---- Running -------------------------------------------------------------------------------------

// The first diagnosis in what was printed: its line "emu: ..." and those that are indented behind
// it.
static char *first_diagnosis(const char *err)
{
    const char *start = strncmp(err, "emu: ", 5) == 0 ? err : strstr(err, "\nemu: ");
    if (!start)
        return NULL;
    start += *start == '\n';
    const char *end = strchr(start, '\n');
    while (end && end[1] == ' ')
        end = strchr(end + 1, '\n');
    return end ? strndup(start, (size_t)(end - start + 1)) : strdup(start);
}

static void judge(struct grade *g, struct trial *trials, const struct reported *r)
{
    for (int j = 0; j < g->job_count; j++) {
        g->outcome[j] = r->outcome[j];
        if (!r->has_outcome[j] || !r->has_result[j])
            fail(&g->wrong[j], "%s", r->whole ? "no result came back" : r->ended);
        else if (g->exercise->form == FORM_OFFSET || g->exercise->form == FORM_NONE)
            g->right[j] = true; // other checks say whether
        else
            g->right[j] =
                trial_judge(&trials[j], g->exercise, &r->outcome[j], r->result[j], &g->wrong[j]);
    }
}

// The counter of the first budget that was broken, for the picture of its line.
static const char *broken_counter(const struct grade *g)
{
    for (int i = 0; i < g->exercise->check_count; i++)
        if (g->exercise->checks[i].kind == 'C' && g->failed >> i & 1 &&
            strstr(g->exercise->checks[i].label, "_") && g->ruled[i].at.how[0] == '<')
            return g->exercise->checks[i].label + 2;
    return NULL;
}

// Once more, at the size that broke the budget.
static bool draw_heat(struct grade *g, const char *program, struct order *order, struct job *jobs,
                      const void *const *inputs, struct failure *why)
{
    const char *counter = broken_counter(g);
    struct reported again;
    int number = 0;
    if (!counter)
        return true;
    while (g->exercise->checks[number].label + 2 != counter)
        number++;
    const int job = g->ruled[number].job;
    snprintf(order->heat_of, sizeof order->heat_of, "%s", counter);
    order->job_count = 1;
    if (!run_order(program, order, &jobs[job], &inputs[3 * job], &again, why))
        return false;
    g->heat = again.heat;
    again.heat = NULL;
    reported_free(&again);
    return true;
}

static bool run_trials(struct grade *g, struct trial *trials, const char *program,
                       struct failure *why)
{
    struct order order = {
        .form = g->exercise->form, .on_cpu = g->exercise->on_cpu, .job_count = g->job_count};
    struct job jobs[MAX_JOBS];
    const void *inputs[3 * MAX_JOBS];
    struct reported r;
    for (int j = 0; j < g->job_count; j++)
        jobs[j] = trial_job(&trials[j], &inputs[3 * j]);
    if (!run_order(program, &order, jobs, inputs, &r, why))
        return false;
    judge(g, trials, &r);
    g->diagnosis = first_diagnosis(r.err);
    g->out = r.out;
    r.out = NULL;
    bool good = true;
    for (int i = 0; i < g->exercise->check_count && good; i++)
        good = check_one(g, i, &r, why);
    good = good && check_medals(g, &r, why) && draw_heat(g, program, &order, jobs, inputs, why);
    reported_free(&r);
    return good;
}

static bool run_all(struct grade *g, const char *program, struct failure *why)
{
    struct trial trials[MAX_JOBS];
    const bool first_only = g->exercise->has_answers;
    const int count = first_only ? 1 : g->exercise->size_count;
    bool good = true;
    for (g->job_count = 0; g->job_count < count && good; g->job_count += good) {
        struct trial *t = &trials[g->job_count];
        good = trial_create(t, g->exercise, g->job_count, g->seed, why);
        g->problem[g->job_count] = t->problem;
    }
    good = good && run_trials(g, trials, program, why);
    for (int j = 0; j < g->job_count; j++)
        trial_free(&trials[j]);
    return good;
}

static enum build_kind kind_of_build(const struct exercise *e)
{
    for (int i = 0; i < e->check_count; i++)
        if (e->checks[i].kind == 'M')
            return BUILD_TRACED;
    return BUILD_PLAIN;
}

bool grade_file(struct grade *g, const struct exercise *e, const char *file, const char *variant,
                uint64_t seed, struct failure *why)
{
    struct built built;
    const double begin = timer_seconds();
    *g = (struct grade){.exercise = e, .seed = seed};
    if (!build_exercise(e, file, variant, kind_of_build(e), &built, why))
        return false;
    const double compiled = timer_seconds();
    g->build_seconds = compiled - begin;
    g->messages = built.messages;
    if (g->messages) {
        g->failed = (1u << e->check_count) - 1;
        return true;
    }
    const bool good = run_all(g, built.program, why);
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
    free(g->out);
    *g = (struct grade){.exercise = g->exercise};
}
