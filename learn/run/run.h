// SPDX-License-Identifier: MIT
//
// run.h: runs a program that child.c is part of, with limits, and collects what it reports.
#ifndef LEARN_RUN_RUN_H
#define LEARN_RUN_RUN_H

#include <stdbool.h>
#include <stdio.h>

#include "../../common/base/failure.h"
#include "job.h"

// Of one run: what a learner's program may take. Both count; the first ends it.
// LEARN_SECONDS sets the limit of processor time, and twice that of both.
enum { LIMIT_CPU_SECONDS = 10, LIMIT_KERNEL_SECONDS = 4 };
int limit_cpu_seconds(void);
static inline int limit_seconds(void) { return 2 * limit_cpu_seconds(); }

struct reported {
    bool has_outcome[MAX_JOBS], has_result[MAX_JOBS];
    struct outcome outcome[MAX_JOBS];
    void *result[MAX_JOBS];         // job's C, of the size that was ordered
    char *answers, *layouts, *heat; // texts, or NULL
    bool whole;                     // it came to its end
    char ended[200];                // how, where not: "it called exit(0) ..."
    char *out, *err;                // what it printed
};

// inputs[3 * job + 0, 1, 2]: the bytes of the job's A, B and C. False, with the reason, where
// nothing was run; what a learner's program does wrong stands in `reported`, which reported_free
// releases.
bool run_order(const char *program, struct order *order, struct job *jobs,
               const void *const *inputs, struct reported *reported, struct failure *why);
void reported_free(struct reported *reported);

// Runs argv[0] with standard output and error in files; returns waitpid's status, or -1.
// order and report (or NULL) become ORDER_FD and REPORT_FD, and the limits hold then.
int run_command(const char *const *argv, FILE *out, FILE *err, FILE *order, FILE *report,
                bool *late);

#endif
