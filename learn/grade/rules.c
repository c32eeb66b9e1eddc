// SPDX-License-Identifier: MIT
#include "rules.h"

#include <stdlib.h>
#include <string.h>

// ---- Names in rules ------------------------------------------------------------------------------

struct names {
    const struct gemm_problem *problem;
    const struct outcome *outcome;
    const char *answers; // lines "name value"
    const char *asked;   // of a prediction: the answer that it is about
};

// The value after a name at the beginning of a line.
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
    // Only the answer that is asked for may be called as a counter is.
    if (answer && names->asked && is(name, length, names->asked)) {
        *value = (double)strtoll(answer, NULL, 10);
        return true;
    }
    const struct {
        const char *name;
        double value;
    } others[] = {{"m", names->problem->m},
                  {"n", names->problem->n},
                  {"k", names->problem->k},
                  {"misses", (double)names->outcome->misses},
                  {"accesses", (double)names->outcome->accesses}};
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
    // Last: an answer cannot replace a counter or a size.
    if (answer)
        *value = (double)strtoll(answer, NULL, 10);
    return answer != NULL;
}

// ---- Checks --------------------------------------------------------------------------------------

// A kernel that was stopped leaves counts of a part of its work; where none was launched, there are
// none that a budget could be compared with.
static bool has_counts(const struct grade *g, int number, int job, const struct reported *r)
{
    const bool of_kernels = g->exercise->checks[number].kind == 'C';
    return r->has_outcome[job] && !g->outcome[job].error[0] &&
           (!of_kernels || g->outcome[job].counts.blocks > 0);
}

// A budget holds at every size of which there are counts; a prediction is about the first. A rule
// with an unknown name is broken: the learner may have removed an ANSWER line.
void rules_check(struct grade *g, int number, const struct reported *r)
{
    const struct check *c = &g->exercise->checks[number];
    const int jobs = c->kind == 'P' ? 1 : g->job_count;
    bool holds = true;
    for (int j = 0; j < jobs && holds; j++) {
        struct names names = {&g->problem[j], &g->outcome[j], r->answers,
                              c->kind == 'P' ? c->label + 2 : NULL};
        struct comparison at;
        if (!has_counts(g, number, j, r) && c->kind != 'P')
            continue;
        if (names.asked && !line_of(names.answers, names.asked, (int)strlen(names.asked))) {
            holds = fail(&g->ruled[number].text, "there is no ANSWER(%s, ...);", names.asked);
            break;
        }
        holds = expression_compare(c->rule, value_of_name, &names, &at, &g->ruled[number].text) &&
                at.holds;
        if (!g->ruled[number].at.how[0] || !holds) {
            g->ruled[number].job = j;
            g->ruled[number].at = at;
        }
    }
    if (!holds)
        g->failed |= 1u << number;
}

bool rules_medals(struct grade *g, const struct reported *r, struct failure *why)
{
    // None is for what is wrong.
    for (int i = 0; i < g->exercise->medal_count && g->failed == 0; i++) {
        bool holds = true;
        for (int j = 0; j < g->job_count && holds; j++) {
            struct names names = {&g->problem[j], &g->outcome[j], r->answers, NULL};
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
