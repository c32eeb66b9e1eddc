// SPDX-License-Identifier: MIT
//
// rare_cases.h: what the programs of rare cases do: `rare trap` runs one, `rare` alone lists them.
// Included behind the cases, whose lines are expected.
#ifndef RARE_CASES_H
#define RARE_CASES_H

#include <stdio.h>
#include <string.h>

struct rare_case {
    const char *name;
    void (*function)(void);
};
#define CASE(function) \
    { \
#function, function \
    }

static int run_cases(const struct rare_case *cases, size_t count, int argc, char **argv)
{
    for (size_t i = 0; i < count; i++)
        if (argc == 1)
            puts(cases[i].name);
        else if (strcmp(cases[i].name, argv[1]) == 0)
            cases[i].function();
    if (argc > 1)
        cudaDeviceSynchronize();
    return 0;
}

#endif
