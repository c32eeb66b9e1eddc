// SPDX-License-Identifier: MIT
//
// test_ptx_inline.c: common/device/ptx as nvcc gets it, in inline PTX, does what it should: emucc
// translates the text, and the emulator's own programs (emu/tests/hopper/, which check their
// results) run with these headers instead of their own.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../support/support.h"

enum { SECONDS = 60, MOST_PROGRAMS = 40 };
#define FOLDER "emu/tests/hopper"

TestSuite(ptx_inline, .fini = scratch_remove);

struct outcome {
    char name[256];
    bool good;
    char text[2000]; // what was said
};

static int is_cuda_source(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".cu") == 0;
}

static void judge_run(struct outcome *o, const char *how, struct run run)
{
    o->good = run.status == 0;
    if (run.status != 0)
        snprintf(o->text, sizeof o->text, "%s: status %d\n%s%s", how, run.status, run.out, run.err);
    run_free(&run);
}

// Runs in a separate process.
static void judge(size_t index, void *context)
{
    struct outcome *o = (struct outcome *)context + index;
    char source[1600], root[1210];
    snprintf(root, sizeof root, "-I%s", repository_path(""));
    snprintf(source, sizeof source, "%s/" FOLDER "/%s", root + strlen("-I"), o->name);
    const char *program = scratch_path(o->name);
    // The include guards of the emulator's headers (emu/tests/ptx): they stay empty.
    const char *const compile[] = {emucc_program(),
                                   "-O1",
                                   WITHOUT_SPECIAL_FUNCTIONS,
                                   "-U__EMU_GPU__",
                                   root,
                                   "-DTESTS_PTX_H",
                                   "-DTESTS_PTX_SM90_H",
                                   "-include",
                                   "common/device/ptx/cluster.h",
                                   "-include",
                                   "common/device/ptx/mbarrier.h",
                                   "-include",
                                   "common/device/ptx/tma.h",
                                   "-include",
                                   "common/device/ptx/stmatrix.h",
                                   "-include",
                                   "common/device/ptx/warpgroup.h",
                                   "-include",
                                   "common/device/ptx/wgmma.h",
                                   source,
                                   "-o",
                                   program,
                                   NULL};
    judge_run(o, "emucc, as inline PTX", run_program_for(compile, SECONDS, NULL));
    if (o->good)
        judge_run(o, "as inline PTX",
                  run_program_for((const char *const[]){program, NULL}, SECONDS, NULL));
    remove(program);
}

Test(ptx_inline, programs_run_with_the_courses_text)
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
    setenv("EMU_CORES", "2", 1);
    scratch_path(""); // makes the directory here, once
    run_side_by_side((size_t)count, judge, outcomes);
    for (int i = 0; i < count; i++)
        cr_expect(outcomes[i].good, "%s, %s", outcomes[i].name, outcomes[i].text);
    munmap(outcomes, MOST_PROGRAMS * sizeof *outcomes);
}
