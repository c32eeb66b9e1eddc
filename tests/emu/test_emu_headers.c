// SPDX-License-Identifier: MIT
//
// test_emu_headers.c: every program in tests/emu/headers/ compiles without a warning under emucc,
// runs and has nothing to say. They check CUDA's headers as the emulated GPU has them, and they
// also run on a GPU when nvcc compiles them.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/support.h"

TestSuite(emu_headers, .fini = scratch_remove);

struct program {
    char name[256]; // "half.cu"
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct program *)a)->name, ((const struct program *)b)->name);
}

ParameterizedTestParameters(emu_headers, program_is_silent)
{
    enum { MOST = 100 };
    struct program *programs = cr_malloc(MOST * sizeof *programs);
    size_t count = 0;
    DIR *folder = opendir(repository_path("tests/emu/headers"));
    for (struct dirent *entry; folder && (entry = readdir(folder)) && count < MOST;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot && strcmp(dot, ".cu") == 0)
            snprintf(programs[count++].name, sizeof programs->name, "%s", entry->d_name);
    }
    if (folder)
        closedir(folder);
    qsort(programs, count, sizeof *programs, by_name);
    return cr_make_param_array(struct program, programs, count, NULL);
}

ParameterizedTest(struct program *program, emu_headers, program_is_silent)
{
    char relative[300], source[1200], output[200];
    snprintf(relative, sizeof relative, "tests/emu/headers/%s", program->name);
    snprintf(source, sizeof source, "%s", repository_path(relative));
    snprintf(output, sizeof output, "%s", scratch_path("program"));

    // -O1 compiles in half the time of -O2, and the programs are quick anyway.
    struct run run =
        run_program((const char *const[]){emucc_program(), "-O1", "-Wall", "-Wextra",
                                          WITHOUT_SPECIAL_FUNCTIONS, "-o", output, source, NULL});
    cr_assert(run.status == 0 && !run.err[0], "%s: emucc: exit status %d\n%s%s", program->name,
              run.status, run.out, run.err);
    run_free(&run);
    run = run_program((const char *const[]){output, NULL});
    cr_assert(run.status == 0 && !run.out[0] && !run.err[0], "%s: exit status %d\n%s%s",
              program->name, run.status, run.out, run.err);
    run_free(&run);
}
