// SPDX-License-Identifier: MIT
// test_emu_foreign.c: unmodified CUDA programs in the style of public courses (emu/tests/foreign/)
// compile under emucc and end with status 0. Each checks its own results, and a diagnosis would
// make the status 1. Without TEST_MORE every second one.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../support/program.h"
#include "../support/sampler.h"

enum { SECONDS = 60, MOST_PROGRAMS = 100, MOST_SOURCES = 8 };

static void one_core_each(void)
{
    setenv("EMU_CORES", "1", 1);
    unsetenv("EMU_CHECK");
    unsetenv("EMU_REPORT");
}

TestSuite(emu_foreign, .init = one_core_each, .fini = scratch_remove);

// A program is one file, or all files of a folder that has a main.c.
struct program {
    char name[64];
    char sources[MOST_SOURCES][300]; // relative to the repository; the first empty one ends them
};

struct outcome {
    bool judged, compiled, timed_out;
    int status;
    char text[2000]; // output on stderr, or else on stdout
};

struct foreign {
    struct program programs[MOST_PROGRAMS];
    size_t count;
    struct outcome *outcomes;
};

static bool ends_with(const char *name, const char *end)
{
    const size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static struct program *add_program(struct foreign *foreign, const char *name)
{
    cr_assert(foreign->count < MOST_PROGRAMS);
    struct program *p = &foreign->programs[foreign->count++];
    snprintf(p->name, sizeof p->name, "%s", name);
    return p;
}

static bool is_program(const char *folder)
{
    char path[310];
    snprintf(path, sizeof path, "%s/main.c", folder);
    return access(repository_path(path), R_OK) == 0;
}

// into: the program that the sources belong to; NULL if each is a program.
static void add_sources(struct foreign *foreign, const char *folder, struct program *into)
{
    struct dirent **entries;
    const int count = scandir(repository_path(folder), &entries, is_visible, alphasort);
    cr_assert(count > 0, "%s is empty", folder);
    for (int i = 0, sources = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char path[300];
        snprintf(path, sizeof path, "%s/%s", folder, name);
        const bool cuda = ends_with(name, ".cu");
        if (into && (cuda || ends_with(name, ".c") || ends_with(name, ".cpp"))) {
            cr_assert(sources < MOST_SOURCES);
            snprintf(into->sources[sources++], sizeof path, "%s", path);
        } else if (!into && cuda) {
            snprintf(add_program(foreign, name)->sources[0], sizeof path, "%s", path);
        } else if (!into && !strchr(name, '.')) {
            add_sources(foreign, path, is_program(path) ? add_program(foreign, name) : NULL);
        }
        free(entries[i]);
    }
    free(entries);
}

// Runs in its own process.
static void judge(size_t index, void *context)
{
    const struct foreign *foreign = context;
    const struct program *p = &foreign->programs[index];
    struct outcome *o = &foreign->outcomes[index];
    char sources[MOST_SOURCES][1200];
    const char *argv[MOST_SOURCES + 6] = {emucc_program(), "-O1", WITHOUT_SPECIAL_FUNCTIONS};
    int count = 3;
    for (int i = 0; i < MOST_SOURCES && p->sources[i][0]; i++) {
        snprintf(sources[i], sizeof sources[i], "%s", repository_path(p->sources[i]));
        argv[count++] = sources[i];
    }
    const char *program = scratch_path(p->name);
    argv[count++] = "-o";
    argv[count++] = program;
    argv[count] = NULL;

    struct run run = run_program_for(argv, SECONDS, &o->timed_out);
    o->compiled = run.status == 0;
    if (o->compiled) {
        run_free(&run);
        run = run_program_for((const char *const[]){program, NULL}, SECONDS, &o->timed_out);
    }
    o->status = run.status;
    snprintf(o->text, sizeof o->text, "%s", run.err[0] ? run.err : run.out);
    o->judged = true;
    remove(program);
    run_free(&run);
}

Test(emu_foreign, programs_run_as_they_are)
{
    static struct foreign foreign;
    const size_t size = MOST_PROGRAMS * sizeof(struct outcome);
    foreign.outcomes = shared_memory(size);
    add_sources(&foreign, "emu/tests/foreign", NULL);
    foreign.count =
        keep_in_turn(foreign.programs, foreign.count, sizeof *foreign.programs, sampled(2, 1, 1));
    scratch_path(""); // makes the directory here, once
    run_side_by_side(foreign.count, judge, &foreign);

    size_t passed = 0;
    for (size_t i = 0; i < foreign.count; i++) {
        const struct outcome *o = &foreign.outcomes[i];
        const bool good = o->judged && o->compiled && o->status == 0;
        passed += good;
        cr_expect(good, "%s: %s status %d%s\n%s", foreign.programs[i].name,
                  o->compiled ? "exit" : "does not compile,", o->status,
                  o->timed_out ? " (time limit)" : "", o->text);
    }
    printf("foreign programs that run unchanged: %zu of %zu\n", passed, foreign.count);
    fflush(stdout);
    munmap(foreign.outcomes, size);
}
