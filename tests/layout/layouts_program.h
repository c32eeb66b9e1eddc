// SPDX-License-Identifier: MIT
//
// layouts_program.h: running the program of chapter 06.
#ifndef TESTS_LAYOUTS_PROGRAM_H
#define TESTS_LAYOUTS_PROGRAM_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "../support/support.h"

enum { ARGUMENTS = 16 };
struct call {
    const char *argument[ARGUMENTS];
};

static inline struct run run_layouts(const struct call *call)
{
    const char *argv[ARGUMENTS + 2] = {chapter_program("06_layouts")};
    for (int i = 0; i < ARGUMENTS && call->argument[i]; i++)
        argv[i + 1] = call->argument[i];
    return run_program(argv);
}

// What the program prints, where it succeeds.
static inline char *prints(const struct call *call)
{
    struct run run = run_layouts(call);
    cr_assert(run.status == 0, "%s %s: status %d: %s", call->argument[0],
              call->argument[1] ? call->argument[1] : "", run.status, run.err);
    cr_assert(run.err[0] == '\0', "%s", run.err);
    free(run.err);
    return run.out;
}

#endif
