// SPDX-License-Identifier: MIT
#include "tools.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../support/support.h"

struct run run_gemm(const char *words)
{
    const char *build = getenv("BUILD_DIR");
    char relative[200], path[4096];
    snprintf(relative, sizeof relative, "%s/bench/gemm/gemm", build ? build : "build/emu");
    snprintf(path, sizeof path, "%s", repository_path(relative));
    return run_words(path, words);
}

struct run shell(const char *format, ...)
{
    char command[4096], line[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    snprintf(line, sizeof line, "cd '%s' && unset MAKEFLAGS MFLAGS MAKELEVEL; %s",
             repository_path("."), command);
    const char *argv[] = {"/bin/sh", "-c", line, NULL};
    return run_program(argv);
}

void must(struct run run, int status, const char *out_has, const char *err_has)
{
    cr_assert(run.status == status, "exit status %d, expected %d: %s%s", run.status, status,
              run.out, run.err);
    cr_assert(has(run.out, out_has), "stdout lacks '%s': %s", out_has, run.out);
    cr_assert(has(run.err, err_has), "stderr lacks '%s': %s", err_has, run.err);
    run_free(&run);
}
