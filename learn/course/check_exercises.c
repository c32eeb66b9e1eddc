// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "course.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../compile/build.h"
#include "../grade/grade.h"
#include "../source/text.h"
#include "../grade/verdict.h"

enum { SEED = 1, MORE_SEEDS = 8, FEWEST_MUTANTS = 3 };

// Both sides of each rule, at the size that broke it or else the first: to write budgets from.
static void print_counts(const struct grade *g, FILE *out)
{
    for (int i = 0; i < g->exercise->check_count; i++)
        if (g->ruled[i].at.how[0])
            fprintf(out, "       %s: %.6g %s %.6g\n", g->exercise->checks[i].label,
                    g->ruled[i].at.left, g->ruled[i].at.how, g->ruled[i].at.right);
    for (int j = 0; j < g->job_count; j++) {
        const struct gemm_problem *p = &g->problem[j];
        fprintf(out, "       m %d n %d k %d, alpha %g beta %g, ld %d %d %d:", p->m, p->n, p->k,
                p->alpha, p->beta, p->lda, p->ldb, p->ldc);
        for (int c = 0; c < counts_number(); c++)
            if (counts_get(&g->outcome[j].counts, c) != 0)
                fprintf(out, " %s %lld", counts_name(c), counts_get(&g->outcome[j].counts, c));
        fprintf(out, "\n");
    }
}

// One text, and the checks that it must fail; prints a row.
static bool try_text(const struct exercise *e, const char *variant, char *text, unsigned expected,
                     bool verbose, FILE *out)
{
    char folder[200], path[400], wanted[300], got[300];
    struct failure why = {"out of memory"};
    struct grade g;
    bool good = text && build_folder_of(e, folder, sizeof folder, &why);
    snprintf(path, sizeof path, "%s/%s%s", folder, variant, e->on_cpu ? ".c" : ".cu");
    good = good && text_save(path, text, &why) && grade_file(&g, e, path, variant, SEED, &why);
    free(text);
    if (!good) {
        fprintf(out, "%-20s %-24s ERROR   %s\n", e->id, variant, why.text);
        return false;
    }
    exercise_name_checks(e, expected, wanted, sizeof wanted);
    exercise_name_checks(e, g.failed, got, sizeof got);
    const bool compiled = g.messages == NULL, right = compiled && strcmp(wanted, got) == 0;
    if (right)
        fprintf(out, "%-20s %-24s ok      fails %s\n", e->id, variant, got);
    else
        fprintf(out, "%-20s %-24s WRONG   fails %s, should fail %s\n", e->id, variant,
                compiled ? got : "to compile", wanted);
    if (verbose || !right)
        verdict_print(&g, 0, out);
    if (verbose)
        print_counts(&g, out);
    grade_free(&g);
    return right;
}

// Sizes and data that are drawn must not decide: the solution passes with other seeds, too.
static bool try_seeds(const struct exercise *e, FILE *out)
{
    char folder[200], path[400];
    struct failure why;
    bool good = build_folder_of(e, folder, sizeof folder, &why);
    snprintf(path, sizeof path, "%s/solution%s", folder, e->on_cpu ? ".c" : ".cu");
    for (uint64_t seed = SEED + 1; good && seed <= SEED + MORE_SEEDS; seed++) {
        struct grade g;
        if (!grade_file(&g, e, path, "solution", seed, &why)) {
            fprintf(out, "%-20s %-24s ERROR   %s\n", e->id, "solution", why.text);
            return false;
        }
        good = grade_passed(&g);
        if (!good) {
            fprintf(out, "%-20s %-24s WRONG   does not pass with seed %d\n", e->id, "solution",
                    (int)seed);
            verdict_print(&g, 0, out);
        }
        grade_free(&g);
    }
    return good;
}

// Does some mutant fail this check and no other?
static bool check_has_mutant(const struct exercise *e, int check, const unsigned *fails, int count,
                             FILE *out)
{
    char alone[300], label[300];
    exercise_name_checks(e, 1u << check, label, sizeof label);
    for (int i = 0; i < count; i++) {
        exercise_name_checks(e, fails[i], alone, sizeof alone);
        if (strcmp(alone, label) == 0)
            return true;
    }
    fprintf(out, "%-20s %-24s WRONG   no mutant fails this check alone\n", e->id, label);
    return false;
}

static bool try_mutants(const struct exercise *e, enum matrix_parts parts, bool verbose, FILE *out)
{
    struct mutants all;
    struct failure why;
    unsigned fails[MAX_MUTANTS] = {0};
    if (!mutants_read(&all, e, &why)) {
        fprintf(out, "%-20s %-24s ERROR   %s\n", e->id, "", why.text);
        return false;
    }
    bool good = all.count >= FEWEST_MUTANTS;
    if (!good)
        fprintf(out, "%-20s %-24s WRONG   %d mutants; at least %d are needed\n", e->id, "",
                all.count, FEWEST_MUTANTS);
    for (int i = 0; i < all.count; i++) {
        const struct mutant *const m = &all.list[i];
        fails[i] = m->fails;
        if (parts == MATRIX_WHOLE || (i == 0 && parts != MATRIX_SOLUTION))
            good = try_text(e, m->name, exercise_mutant(e, m), m->fails, verbose, out) && good;
    }
    for (int c = 0; c < e->check_count; c++)
        good = check_has_mutant(e, c, fails, all.count, out) && good;
    mutants_free(&all);
    return good;
}

bool author_matrix(const struct entry *entry, enum matrix_parts parts, bool verbose, FILE *out)
{
    struct exercise e;
    struct failure why;
    if (!exercise_read(&e, entry->path, &why)) {
        fprintf(out, "%-20s %-24s ERROR   %s\n", entry->id, "", why.text);
        return false;
    }
    const bool whole = parts == MATRIX_WHOLE;
    bool good = !whole || try_text(&e, "stub", exercise_stub(&e), e.stub_fails, verbose, out);
    good = (parts == MATRIX_MUTANT ||
            try_text(&e, "solution", exercise_solution(&e), 0, verbose, out)) &&
           good;
    good = (!whole || try_seeds(&e, out)) && good;
    good = try_mutants(&e, parts, verbose, out) && good;
    exercise_free(&e);
    return good;
}
