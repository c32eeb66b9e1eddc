// SPDX-License-Identifier: MIT
//
// rare_cases.h: what the programs of rare cases do: `rare trap` runs one, `rare` alone lists them.
#ifndef RARE_CASES_H
#define RARE_CASES_H

#include <stdio.h>
#include <string.h>

// In the order of the file: a case lists itself where it is defined, CASE(trap) { ... }.
struct rare_case {
    const char *name;
    void (*function)(void);
    struct rare_case *next;
};
static struct rare_case *first_case, **last_case = &first_case;

static bool listed(struct rare_case *c)
{
    *last_case = c;
    last_case = &c->next;
    return true;
}

#define CASE(name) \
    static void name(void); \
    static struct rare_case case_##name = {#name, name, NULL}; \
    static const bool listed_##name = listed(&case_##name); \
    static void name(void)

static int run_cases(int argc, char **argv)
{
    for (const struct rare_case *c = first_case; c; c = c->next)
        if (argc == 1)
            puts(c->name);
        else if (strcmp(c->name, argv[1]) == 0)
            c->function();
    if (argc > 1)
        cudaDeviceSynchronize();
    return 0;
}

#endif
