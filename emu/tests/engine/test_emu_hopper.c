// SPDX-License-Identifier: MIT
// test_emu_hopper.c: correct programs with mbarriers, clusters and the copy engine
// (emu/tests/hopper/) end with status 0 under the emulated GPU: each checks its own results, and a
// diagnosis would make the status 1. (The wrong programs are in emu/tests/mistakes/bad.)
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../support/program.h"

enum { SECONDS = 60, MOST_PROGRAMS = 40 };
#define FOLDER "emu/tests/hopper"

static void plain_environment(void)
{
    setenv("EMU_CORES", "2", 1);
    unsetenv("EMU_CHECK");
    unsetenv("EMU_REPORT");
    unsetenv("EMU_COUNTERS");
    unsetenv("EMU_GPU_NAME");
}

TestSuite(emu_hopper, .init = plain_environment, .fini = scratch_remove);

struct outcome {
    char name[256];
    bool good;
    char text[2000]; // the output
};

static int is_cuda_source(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".cu") == 0;
}

static void judge_run(struct outcome *o, const char *how, struct run run)
{
    o->good &= run.status == 0;
    if (run.status != 0)
        snprintf(o->text, sizeof o->text, "%s: status %d\n%s%s", how, run.status, run.out, run.err);
    run_free(&run);
}

// Runs in its own process.
static void judge(size_t index, void *context)
{
    struct outcome *o = (struct outcome *)context + index;
    char source[300];
    snprintf(source, sizeof source, FOLDER "/%s", o->name);
    const char *program = scratch_path(o->name);
    const char *const compile[] = {
        emucc_program(), "-O1", WITHOUT_SPECIAL_FUNCTIONS, repository_path(source), "-o",
        program,         NULL};
    const char *const run[] = {program, NULL};
    o->good = true;
    judge_run(o, "emucc", run_program_for(compile, SECONDS, NULL));
    if (o->good)
        judge_run(o, "with checks", run_program_for(run, SECONDS, NULL));
    setenv("EMU_CHECK", "off", 1);
    if (o->good)
        judge_run(o, "without checks", run_program_for(run, SECONDS, NULL));
    unsetenv("EMU_CHECK");
    setenv("EMU_COUNTERS", "1", 1);
    if (o->good)
        judge_run(o, "counted", run_program_for(run, SECONDS, NULL));
    unsetenv("EMU_COUNTERS");
    remove(program);
}

Test(emu_hopper, programs_run_as_they_are)
{
    struct outcome *outcomes = shared_memory(MOST_PROGRAMS * sizeof *outcomes);
    struct dirent **entries;
    const int count = scandir(repository_path(FOLDER), &entries, is_cuda_source, alphasort);
    cr_assert(count > 0 && count <= MOST_PROGRAMS);
    for (int i = 0; i < count; i++) {
        snprintf(outcomes[i].name, sizeof outcomes[i].name, "%s", entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    scratch_path(""); // makes the directory here, once
    run_side_by_side((size_t)count, judge, outcomes);
    for (int i = 0; i < count; i++)
        cr_expect(outcomes[i].good, "%s, %s", outcomes[i].name, outcomes[i].text);
    munmap(outcomes, MOST_PROGRAMS * sizeof *outcomes);
}

// 12 tiles of C, each from 7 boxes of A (32 rows of 128 bytes) and 7 halves of boxes of B. For each
// of the 7 the loader arrives once, and two readers arrive at the barriers of two blocks.
Test(emu_hopper, boxes_are_counted)
{
    static const char *const wanted[] = {"tma_load_requests                       168",
                                         "tma_load_sectors                      16128",
                                         "tma_load_bytes                       516096",
                                         "tma_store_requests                       12",
                                         "tma_store_sectors                      1536",
                                         "tma_store_bytes                       49152",
                                         "mbarrier_arrivals                       420"};
    const char *program = scratch_path("ring");
    struct run run =
        run_program((const char *const[]){emucc_program(), "-O1", WITHOUT_SPECIAL_FUNCTIONS,
                                          repository_path(FOLDER "/ring.cu"), "-o", program, NULL});
    cr_assert(run.status == 0, "%s", run.err);
    run_free(&run);
    setenv("EMU_COUNTERS", "1", 1);
    run = run_program((const char *const[]){program, NULL});
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        cr_expect(strstr(run.err, wanted[i]), "no '%s' in\n%s", wanted[i], run.err);
    run_free(&run);
}
