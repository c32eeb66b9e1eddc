// SPDX-License-Identifier: MIT
//
// test_emu_headers.c: every program in emu/tests/headers/, libraries/ and runtime/ compiles without
// a warning under emucc, runs and prints nothing. They check the emulated GPU's versions of CUDA's
// headers and libraries; compiled by nvcc they also run on a GPU. A program that this PC cannot run
// prints "skipped: " and the reason. Without TEST_MORE every third one.
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/program.h"
#include "../support/sampler.h"

TestSuite(emu_headers, .fini = scratch_remove);

struct program {
    char name[300]; // "emu/tests/headers/half.cu"
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct program *)a)->name, ((const struct program *)b)->name);
}

ParameterizedTestParameters(emu_headers, program_is_silent)
{
    enum { MOST = 100 };
    static const char *const folders[] = {"emu/tests/headers", "emu/tests/libraries",
                                          "emu/tests/runtime"};
    struct program *programs = cr_malloc(MOST * sizeof *programs);
    size_t count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        DIR *folder = opendir(repository_path(folders[i]));
        for (struct dirent *entry; folder && (entry = readdir(folder)) && count < MOST;) {
            const char *dot = strrchr(entry->d_name, '.');
            if (dot && strcmp(dot, ".cu") == 0)
                snprintf(programs[count++].name, sizeof programs->name, "%s/%s", folders[i],
                         entry->d_name);
        }
        if (folder)
            closedir(folder);
    }
    qsort(programs, count, sizeof *programs, by_name);
    count = keep_in_turn(programs, count, sizeof *programs, sampled(3, 1, 1));
    return cr_make_param_array(struct program, programs, count, NULL);
}

ParameterizedTest(struct program *program, emu_headers, program_is_silent)
{
    char source[1200], output[200];
    snprintf(source, sizeof source, "%s", repository_path(program->name));
    snprintf(output, sizeof output, "%s", scratch_path("program"));

    // -O1 compiles in half the time of -O2, and the programs are fast in any case.
    struct run run = run_program((const char *const[]){
        emucc_program(), "-O1", "-Wall", "-Wextra", WITHOUT_SPECIAL_FUNCTIONS, "-o", output, source,
        "-lcublas", "-lcublasLt", "-lcurand", "-lcufft", "-lnvrtc", NULL});
    cr_assert(run.status == 0 && !run.err[0], "%s: emucc: exit status %d\n%s%s", program->name,
              run.status, run.out, run.err);
    run_free(&run);
    run = run_program((const char *const[]){output, NULL});
    if (run.status == 0 && strncmp(run.out, "skipped: ", 9) == 0)
        cr_skip("%s: %s", program->name, run.out);
    cr_assert(run.status == 0 && !run.out[0] && !run.err[0], "%s: exit status %d\n%s%s",
              program->name, run.status, run.out, run.err);
    run_free(&run);
}

// NVIDIA's own headers, if they are installed.
static void compile_and_run(const char *name)
{
    char relative[100], source[1200], output[200];
    snprintf(relative, sizeof relative, "emu/tests/thrust/%s.cu", name);
    snprintf(source, sizeof source, "%s", repository_path(relative));
    snprintf(output, sizeof output, "%s", scratch_path(name));
    struct run run = run_program(
        (const char *const[]){emucc_program(), "-O1", "-Wall", "-o", output, source, NULL});
    if (run.status != 0 && strstr(run.err, "are not installed"))
        cr_skip("Thrust and CUB are not installed: skipped (apt install libthrust-dev)");
    cr_assert(run.status == 0 && !run.err[0], "emucc: exit status %d\n%s", run.status, run.err);
    run_free(&run);
    run = run_program((const char *const[]){output, NULL});
    cr_assert(run.status == 0 && !run.out[0] && !run.err[0], "exit status %d\n%s%s", run.status,
              run.out, run.err);
    run_free(&run);
}

Test(emu_headers, thrust_and_kernels_share_memory) { compile_and_run("vectors"); }
Test(emu_headers, barriers_with_libcuxx) { compile_and_run("barriers"); }
Test(emu_headers, cub_runs_under_the_checks)
{
    if (more_tests()) // its headers take ten seconds
        compile_and_run("cub");
}
Test(emu_headers, thrust_runs_as_kernels_if_the_program_tests_for_the_gpu)
{
    if (more_tests())
        compile_and_run("on_device");
}
