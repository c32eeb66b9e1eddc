// SPDX-License-Identifier: MIT
//
// test_emu_report.c: how the emulated GPU says what is wrong: in words, as JSON, by the exit
// status, and not at all.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/json.h"
#include "../support/support.h"

enum { SECONDS = 30 };

static void plain_environment(void)
{
    unsetenv("EMU_CHECK");
    unsetenv("EMU_REPORT");
}

TestSuite(emu_report, .init = plain_environment, .fini = scratch_remove);

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static const char race[] = "tests/emu/mistakes/bad/shared_race_missing_barrier.cu";

static void compile(const char *source, const char *program)
{
    struct run run = run_program((const char *const[]){emucc_program(), WITHOUT_SPECIAL_FUNCTIONS,
                                                       source, "-o", program, NULL});
    cr_assert(run.status == 0, "%s: emucc: %s", source, run.err);
    run_free(&run);
}

// Compiles a program of the repository and runs it, with a variable of the environment set.
static struct run run_source(const char *relative, const char *variable, const char *value)
{
    const char *program = scratch_path("program");
    char source[1200];
    snprintf(source, sizeof source, "%s", repository_path(relative));
    compile(source, program);
    if (variable)
        setenv(variable, value, 1);
    struct run run = run_program_for((const char *const[]){program, NULL}, SECONDS, NULL);
    if (variable)
        unsetenv(variable);
    return run;
}

static struct run run_text(const char *text)
{
    char source[200];
    snprintf(source, sizeof source, "%s", scratch_path("text.cu"));
    write_bytes(source, text, strlen(text));
    const char *program = scratch_path("text");
    compile(source, program);
    return run_program_for((const char *const[]){program, NULL}, SECONDS, NULL);
}

// What a race says, in this order; the two lines of code that clash are in the file's header.
Test(emu_report, one_form_of_message)
{
    struct run run = run_source(race, NULL, NULL);
    const char *const parts[] = {"emu: race in shared memory",
                                 "\n  at      ",
                                 "shared_race_missing_barrier.cu:",
                                 "\n  kernel  matmul<<<(4,4,1), (16,16,1)>>>",
                                 "\n  thread  block (",
                                 "\n  address ",
                                 "\n  other   ",
                                 "shared_race_missing_barrier.cu:",
                                 "\n  cure    "};
    const char *at = run.err;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        at = strstr(at, parts[i]);
        cr_assert(at != NULL, "\"%s\" is missing or out of place in\n%s", parts[i], run.err);
    }
    run_free(&run);
}

// Half a million accesses clash: few lines say so, and the last how many more there were.
Test(emu_report, repeats_are_counted_not_told)
{
    struct run run = run_source(race, NULL, NULL);
    cr_expect(count_lines(run.err) < 200, "%d lines", count_lines(run.err));
    cr_expect(strstr(run.err, " more of these, not shown\n") != NULL, "%s", run.err);
    run_free(&run);
}

Test(emu_report, check_off_is_silent)
{
    struct run run = run_source(race, "EMU_CHECK", "off");
    cr_expect(!run.err[0], "%s", run.err);
    run_free(&run);

    run = run_source("tests/emu/mistakes/bad/global_race_scatter.cu", "EMU_CHECK", "off");
    cr_expect(!run.err[0], "%s", run.err);
    run_free(&run);
}

// Bounds are no search: a wild store must not reach the program's own memory.
Test(emu_report, check_off_still_keeps_bounds)
{
    struct run run =
        run_source("tests/emu/mistakes/bad/global_oob_off_by_one.cu", "EMU_CHECK", "off");
    cr_expect(run.status != 0 && starts(run.err, "emu: "), "exit status %d\n%s", run.status,
              run.err);
    run_free(&run);
}

// ---- Exit statuses -------------------------------------------------------------------------------

// A leak, a barrier in one branch: their programs return 0 from main.
Test(emu_report, a_diagnosis_makes_the_status_1)
{
    const char *const sources[] = {"tests/emu/mistakes/bad/leak_never_freed.cu",
                                   "tests/emu/mistakes/bad/global_race_stencil_in_place.cu",
                                   "tests/emu/mistakes/bad/divergent_barrier_half.cu"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct run run = run_source(sources[i], NULL, NULL);
        cr_expect(run.status == 1, "%s: exit status %d\n%s", sources[i], run.status, run.err);
        run_free(&run);
    }
}

Test(emu_report, without_one_the_status_is_the_program_s)
{
    struct run run = run_text("__global__ void nothing() {}\n"
                              "int main() { nothing<<<1, 32>>>(); return 7; }\n");
    cr_expect(run.status == 7 && !run.err[0], "exit status %d\n%s", run.status, run.err);
    run_free(&run);
}

Test(emu_report, a_program_s_own_failure_stays)
{
    struct run run = run_text("__global__ void store(int *x) { x[threadIdx.x] = 1; }\n"
                              "int main()\n"
                              "{\n"
                              "    int *x;\n"
                              "    cudaMalloc(&x, 31 * sizeof *x);\n"
                              "    store<<<1, 32>>>(x);\n"
                              "    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 5;\n"
                              "}\n");
    cr_expect(run.status == 5 && starts(run.err, "emu: "), "exit status %d\n%s", run.status,
              run.err);
    run_free(&run);
}

// ---- JSON ----------------------------------------------------------------------------------------

Test(emu_report, the_reader_of_json)
{
    cr_expect(is_json_object("{\"a\": \"b\\\"c\\n\", \"d\": [1, -2.5, 3], \"e\": {}}\n"));
    cr_expect(!is_json_object("{\"a\": \"b"));
    cr_expect(!is_json_object("{\"a\" 1}"));
    cr_expect(!is_json_object("{\"a\": [1, 2}"));
    cr_expect(!is_json_object("{\"a\": 1} x"));
    cr_expect(!is_json_object("[1]"));
}

// What is said besides diagnoses.
static bool is_note(const char *line)
{
    return starts(line, "emu: ") && strstr(line, " more of these, not shown") != NULL;
}

// Each diagnosis is an object on a line of its own with the members that a grader needs. In a
// kernel it has the indices of block and thread as well.
static void expect_json(const char *source, bool in_kernel)
{
    struct run run = run_source(source, "EMU_REPORT", "json");
    int objects = 0;
    for (const char *line = run.err; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char copy[10000];
        snprintf(copy, sizeof copy, "%.*s", (int)strcspn(line, "\n"), line);
        if (is_note(copy))
            continue;
        objects++;
        cr_expect(is_json_object(copy), "%s: not an object: %s", source, copy);
        const char *const members[] = {"\"emu\": \"diagnosis\"", "\"what\": \"", "\"at\": \"",
                                       "\"kernel\": \"",         "\"block\": [", "\"thread\": ["};
        for (size_t i = 0; i < (in_kernel ? sizeof members / sizeof *members : 3); i++)
            cr_expect(strstr(copy, members[i]) != NULL, "%s: no %s: %s", source, members[i], copy);
    }
    cr_expect(objects > 0, "%s: nothing was said", source);
    cr_expect(run.status != 0, "%s: exit status 0", source);
    run_free(&run);
}

Test(emu_report, json_is_one_object_a_line)
{
    expect_json(race, true);
    expect_json("tests/emu/mistakes/bad/global_oob_off_by_one.cu", true);
    expect_json("tests/emu/mistakes/bad/divergent_barrier_half.cu", true);
    expect_json("tests/emu/mistakes/bad/leak_never_freed.cu", false);
    expect_json("tests/emu/mistakes/bad/double_free_swapped.cu", false);
}

// ---- Memory -------------------------------------------------------------------------------------

static struct run run_limited(const char *program, const char *limit)
{
    char command[300];
    snprintf(command, sizeof command, "ulimit %s && exec %s", limit, program);
    return run_program_for((const char *const[]){"/bin/sh", "-c", command, NULL}, SECONDS, NULL);
}

// Where the system counts what is open as used (vm.overcommit_memory=2), there must be room for
// what the program allocates, not for all that it may ever address. A limit of what may be open
// shows that on any system.
Test(emu_report, opens_only_what_is_used)
{
    static const char text[] =
        "#include <cstdio>\n"
        "__global__ void one(int *out) { *out = 1; }\n"
        "int main()\n"
        "{\n"
        "    int *out, *large;\n"
        "    if (cudaMallocManaged(&out, 4) || cudaMalloc(&large, 8 << 20))\n"
        "        return 2;\n"
        "    one<<<1, 1>>>(out);\n"
        "    cudaDeviceSynchronize();\n"
        "    printf(\"%d\\n\", *out);\n"
        "    cudaFree(out), cudaFree(large);\n"
        "}\n";
    char program[200];
    struct run run = run_text(text);
    cr_assert(run.status == 0 && strcmp(run.out, "1\n") == 0, "%s", run.err);
    run_free(&run);
    snprintf(program, sizeof program, "%s", scratch_path("text"));

    run = run_limited(program, "-d 400000"); // KiB; 72 MiB are for the check of the large one
    cr_expect(run.status == 0 && strcmp(run.out, "1\n") == 0 && !run.err[0], "%s", run.err);
    run_free(&run);
    run = run_limited(program, "-d 50000");
    cr_expect(run.status == 1 && starts(run.err, "emu: no memory ") &&
                  strstr(run.err, "ulimit -d") && count_lines(run.err) == 1,
              "%s", run.err);
    run_free(&run);
    run = run_limited(program, "-v 1000000");
    cr_expect(run.status == 1 && starts(run.err, "emu: cannot reserve ") &&
                  strstr(run.err, "ulimit -v") && count_lines(run.err) == 1,
              "%s", run.err);
    run_free(&run);
}
