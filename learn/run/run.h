// SPDX-License-Identifier: MIT
//
// run.h: runs a program that child.c is part of, with limits, and collects what it reports.
#ifndef LEARN_RUN_RUN_H
#define LEARN_RUN_RUN_H

#include <stdbool.h>
#include <stdio.h>

#include "../../common/base/failure.h"
#include "job.h"

// What one run of a learner's program may take. LEARN_SECONDS sets the limit of processor time; a
// run may take twice as long by the clock.
enum { LIMIT_CPU_SECONDS = 10, LIMIT_KERNEL_SECONDS = 4, LIMIT_MEMORY_MIB = 6144 };
// Of a compilation. LEARN_COMPILE_SECONDS sets its limit of processor time.
enum { COMPILE_CPU_SECONDS = 30, COMPILE_SECONDS = 180, COMPILE_MEMORY_MIB = 4096 };
int limit_cpu_seconds(void);
int limit_compile_seconds(void);
static inline int limit_seconds(void) { return 2 * limit_cpu_seconds(); }

struct reported {
    bool has_outcome[MAX_JOBS], has_result[MAX_JOBS];
    struct outcome outcome[MAX_JOBS];
    void *result[MAX_JOBS];         // job's C, of the size that was ordered
    char *answers, *layouts, *heat; // texts, or NULL
    bool whole;                     // it came to its end
    bool memory;                    // it was stopped because of its memory
    char ended[200];                // how, where not: "it called exit(0) ..."
    char *out, *err;                // what it printed
};

// inputs[3 * job + 0, 1, 2]: the bytes of the job's A, B and C. False, with the reason, where
// nothing was run; what a learner's program does wrong stands in `reported`, which reported_free
// releases.
bool run_order(const char *program, struct order *order, struct job *jobs,
               const void *const *inputs, struct reported *reported, struct failure *why);
void reported_free(struct reported *reported);

// Runs a program of the system's, without limits. Returns waitpid's status, or -1.
int run_tool(const char *const *argv, FILE *out, FILE *err);

// The same with the terminal: an editor.
int run_in_terminal(const char *const *argv);

// Runs a compiler, with standard output and error in a file; a compilation has limits, too. Returns
// waitpid's status, or -1. *late: it was stopped by its limit of time.
int run_compiler(const char *const *argv, FILE *messages, bool *late);

// Runs a learner's program with its output in files; order and report become ORDER_FD and
// REPORT_FD.
int run_confined(const char *const *argv, FILE *out, FILE *err, FILE *order, FILE *report,
                 bool *late, bool *memory);

// The user that compiles and runs submissions: LEARN_UID, where the runner is root; else 0, and
// they run as the current user.
unsigned run_as_user(void);

#endif
