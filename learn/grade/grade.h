// SPDX-License-Identifier: MIT
//
// grade.h: everything reported about one file.
#ifndef LEARN_GRADE_GRADE_H
#define LEARN_GRADE_GRADE_H

#include "../../common/base/failure.h"
#include "expression.h"
#include "../run/job.h"
#include "../source/source.h"

struct grade {
    const struct exercise *exercise;
    uint64_t seed;
    char *messages; // the compiler's, where it refused; then nothing below is known
    bool refused;   // it compiles, and messages is one sentence: why it is not run
    int job_count;
    struct gemm_problem problem[MAX_JOBS];
    bool right[MAX_JOBS];
    struct failure wrong[MAX_JOBS]; // of a result that is not
    struct outcome outcome[MAX_JOBS];
    unsigned failed;  // bit i: checks[i] of the exercise
    unsigned skipped; // checks that a real GPU cannot make
    // Of each check with a rule: the job it was first broken at, else the first; both sides there.
    struct {
        int job;
        struct comparison at;
        struct failure text; // if both sides are not enough
    } ruled[MAX_CHECKS];
    unsigned medals;  // bit i: that medal's rule holds at all sizes
    char *diagnosis;  // the first, whole; or NULL
    bool names_cause; // diagnosis is not the first: it names the cause of the
                      // other diagnoses
    char *heat;       // of the line that broke a budget; or NULL
    char *owners;     // of the elements of the first wrong layout (owners.h); or NULL
    char *out;        // what the program printed; or NULL
    double build_seconds, run_seconds;
};

// Compiles the file and runs it. False, with the reason, where that could not be tried: no memory,
// a mistake in the exercise's own header.
bool grade_file(struct grade *g, const struct exercise *e, const char *file, const char *variant,
                uint64_t seed, struct failure *why);
void grade_free(struct grade *g);

static inline bool grade_passed(const struct grade *g)
{
    return !g->messages && g->failed == 0 && g->skipped == 0;
}

#endif
