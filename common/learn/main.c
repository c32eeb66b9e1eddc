// SPDX-License-Identifier: MIT
//
// learn: the exercises of the course. `make learn` and its sisters call it (mk/learn.mk).
#include <stdio.h>
#include <string.h>

#include "author.h"
#include "catalogue.h"
#include "command.h"

static int usage(void)
{
    fputs("usage: learn check|hint|solution ID [--force]\n"
          "       learn matrix [ID...] [--quick] [--verbose]\n",
          stderr);
    return 2;
}

static int complain(const struct failure *why)
{
    fprintf(stderr, "learn: %s\n", why->text);
    return 2;
}

static bool has_flag(int argc, char **argv, const char *flag)
{
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], flag) == 0)
            return true;
    return false;
}

static int matrix(const struct catalogue *c, int argc, char **argv)
{
    const bool quick = has_flag(argc, argv, "--quick"), verbose = has_flag(argc, argv, "--verbose");
    bool good = true, named = false;
    for (int i = 2; i < argc; i++) {
        struct failure why;
        if (argv[i][0] == '-')
            continue;
        named = true;
        const struct entry *e = catalogue_find(c, argv[i], &why);
        if (!e)
            return complain(&why);
        good = author_matrix(e, quick, verbose) && good;
    }
    for (int i = 0; i < c->count && !named; i++)
        good = author_matrix(&c->entries[i], quick, verbose) && good;
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct catalogue c;
    struct failure why;
    int status;
    if (argc < 2)
        return usage();
    if (!catalogue_read(&c, &why))
        return complain(&why);
    if (strcmp(argv[1], "matrix") == 0)
        status = matrix(&c, argc, argv);
    else if (argc < 3)
        status = usage();
    else if (strcmp(argv[1], "check") == 0)
        status = command_check(&c, argv[2]);
    else
        status = usage();
    catalogue_free(&c);
    return status;
}
