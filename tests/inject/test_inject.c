// SPDX-License-Identifier: MIT
//
// test_inject.c: every allocation and every call for a file of the driver, the layout program, a
// program on the emulated GPU and emucc fails in turn (preload/fail_call.c). Whatever fails: a
// clear line and a status that is not 0, or all is done as if nothing had failed; the file that was
// there is there or the new one is whole; no temporary file stays. SQLite is tested so.
//
//     INJECT_TSV=file    writes what came of it there (bench/results/inject.tsv)
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../common/driver/npy/npy.h"
#include "../../emu/tests/support/sampler.h"
#include "../support/support.h"

TestSuite(inject, .fini = scratch_remove);

enum { MOST_CALLS = 5000, MOST_WORDS = 24, SECONDS = 60 };

struct program {
    const char *name; // of the executable, and before each of its messages
    const char *words[MOST_WORDS];
    const char *output; // the file that it writes; NULL: stdout
};

// Outcomes, by the call that failed.
struct tally {
    char call[16];
    int failed, refused, went_on;
};

static char library[200], log_path[200];

static char *read_file(const char *path, size_t *size)
{
    static char text[1 << 20];
    FILE *stream = fopen(path, "rb");
    *size = stream ? fread(text, 1, sizeof text, stream) : 0;
    if (stream)
        fclose(stream);
    return text;
}

static void make_library(void)
{
    const char *compiler = getenv("CC");
    snprintf(library, sizeof library, "%s", scratch_path("fail_call.so"));
    snprintf(log_path, sizeof log_path, "%s", scratch_path("log"));
    struct run run = run_program((const char *const[]){
        compiler && *compiler ? compiler : "cc", "-shared", "-fPIC", "-O1", "-o", library,
        repository_path("tests/inject/preload/fail_call.c"), NULL});
    cr_assert(run.status == 0, "%s", run.err);
    run_free(&run);
}

// Runs the program with call n failing.
static struct run run_failing(const struct program *p, int n)
{
    char assignments[4][300];
    const char *argv[MOST_WORDS + 6] = {"env"};
    int count = 1;
    snprintf(assignments[0], sizeof assignments[0], "LD_PRELOAD=%s", library);
    snprintf(assignments[1], sizeof assignments[1], "FAIL_PROGRAM=%s", p->name);
    snprintf(assignments[2], sizeof assignments[2], "FAIL_AT=%d", n);
    snprintf(assignments[3], sizeof assignments[3], "FAIL_LOG=%s", log_path);
    for (int i = 0; i < 4; i++)
        argv[count++] = assignments[i];
    for (int i = 0; p->words[i]; i++)
        argv[count++] = p->words[i];
    argv[count] = NULL;
    remove(log_path);
    return run_program_for(argv, SECONDS, NULL);
}

static struct tally *tally_of(struct tally *tallies, const char *call)
{
    int i = 0;
    while (tallies[i].call[0] && strcmp(tallies[i].call, call) != 0)
        i++;
    snprintf(tallies[i].call, sizeof tallies[i].call, "%s", call);
    return &tallies[i];
}

static void write_table(const struct program *p, const struct tally *tallies)
{
    const char *path = getenv("INJECT_TSV");
    FILE *stream = path ? fopen(path, "a") : NULL;
    for (int i = 0; stream && tallies[i].call[0]; i++)
        fprintf(stream, "%s\t%s\t%d\t%d\t%d\n", p->name, tallies[i].call, tallies[i].failed,
                tallies[i].refused, tallies[i].went_on);
    if (stream)
        fclose(stream);
}

// Is what the program left whole? With status 0 it must be the new file, else the old or the new.
static bool is_whole(const struct program *p, const struct run *run, const char *right,
                     size_t right_size)
{
    static const char old[] = "old";
    size_t size = strlen(run->out);
    const char *text = p->output ? read_file(p->output, &size) : run->out;
    const bool is_new = size == right_size && memcmp(text, right, size) == 0;
    if (run->status == 0 || !p->output)
        return is_new || run->status != 0;
    return is_new || size == 0 || (size == sizeof old - 1 && memcmp(text, old, size) == 0);
}

// old: whether a file exists where the output is written.
static void fail_each_call(const struct program *p, bool old)
{
    struct tally tallies[32] = {0};
    struct run run = run_failing(p, 0);
    cr_assert(run.status == 0, "%s: status %d: %s", p->name, run.status, run.err);
    size_t right_size = strlen(run.out);
    const char *text = p->output ? read_file(p->output, &right_size) : run.out;
    char *right = malloc(right_size + 1);
    cr_assert(right != NULL);
    memcpy(right, text, right_size);
    run_free(&run);
    const int files = scratch_file_count();
    int n = 1;
    // That nothing was there before is another case of the same calls.
    const int stride = old ? sampled(2, 1, 1) : sampled(5, 1, 1);
    for (; n < MOST_CALLS; n += stride) {
        size_t size;
        char call[16];
        if (p->output && old)
            write_bytes(p->output, "old", 3);
        else if (p->output)
            remove(p->output);
        run = run_failing(p, n);
        snprintf(call, sizeof call, "%.*s", (int)sizeof call - 1, read_file(log_path, &size));
        if (size == 0)
            break; // there are no more calls
        call[size < sizeof call ? size : sizeof call - 1] = '\0';
        struct tally *tally = tally_of(tallies, call);
        tally->failed++;
        tally->refused += run.status != 0;
        tally->went_on += run.status == 0;
        cr_expect(run.status < 128, "%s, %s, call %d: ended by signal %d: %s", p->name, call, n,
                  run.status - 128, run.err);
        cr_expect(run.status == 0 || run.err[0], "%s, %s, call %d: status %d and not a word",
                  p->name, call, n, run.status);
        cr_expect(is_whole(p, &run, right, right_size), "%s, %s, call %d: status %d: %s", p->name,
                  call, n, run.status, run.err);
        // The log is there now; the output may be missing.
        cr_expect(scratch_file_count() <= files + 1, "%s, %s, call %d leaves a file", p->name, call,
                  n);
        run_free(&run);
    }
    cr_expect(n < MOST_CALLS && n > 5, "%s: %d calls", p->name, n);
    if (old)
        write_table(p, tallies);
    free(right);
}

static const char *save(const char *name, int rows, int cols)
{
    static char paths[4][200];
    static int next;
    struct matrix M;
    struct failure why;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s", scratch_path(name));
    cr_assert(matrix_alloc(&M, DTYPE_F32, rows, cols, cols));
    matrix_fill_random(&M, 1);
    cr_assert(npy_write(path, &M, &why), "%s", why.text);
    matrix_free(&M);
    return path;
}

static void fail_chapter(const char *chapter, const char *step)
{
    char program[1200], out[200];
    make_library();
    snprintf(program, sizeof program, "%s", chapter_program(chapter));
    snprintf(out, sizeof out, "%s", scratch_path("C.npy"));
    const struct program p = {chapter,
                              {program, "--a", save("A.npy", 6, 5), "--b", save("B.npy", 5, 7),
                               "--step", step, "--reps", "1", "--out", out, NULL},
                              out};
    fail_each_call(&p, true);
    fail_each_call(&p, false);
}

Test(inject, driver) { fail_chapter("01_cpu", "1"); }

Test(inject, driver_on_the_emulated_gpu)
{
    setenv("EMU_CORES", "1", 1);
    fail_chapter("02_naive", "1");
}

Test(inject, layout_program)
{
    char program[1200];
    make_library();
    snprintf(program, sizeof program, "%s", chapter_program("06_layouts"));
    const struct program picture = {
        "06_layouts",
        {program, "logical_divide", "(4,8):(8,1)", "(2,2)", "--format", "svg", NULL},
        NULL};
    fail_each_call(&picture, true);
}

// The compiler is a script that copies its input, which takes no time.
Test(inject, emucc)
{
    char source[200], object[200], compiler[200], folder[200];
    static const char script[] =
        "#!/bin/sh\n"
        "while [ $# -gt 0 ]; do\n"
        "    case $1 in -o) to=$2; shift;; *.cu|*.ii|*.s) from=$1;; esac\n"
        "    shift\n"
        "done\n"
        "if [ -n \"$to\" ] && [ -n \"$from\" ]; then cat \"$from\" >\"$to\"; "
        "else echo 12; fi\n";
    make_library();
    snprintf(source, sizeof source, "%s", scratch_path("a.cu"));
    snprintf(object, sizeof object, "%s", scratch_path("a.o"));
    snprintf(compiler, sizeof compiler, "%s", scratch_path("quick"));
    snprintf(folder, sizeof folder, "%s", scratch_path("x"));
    *strrchr(folder, '/') = '\0';
    static const char text[] = "__global__ void k(int *x) { __shared__ int s[4]; *x = s[0]; }\n"
                               "int main() { k<<<1, 1>>>(0); }\n";
    write_bytes(source, text, sizeof text - 1);
    write_bytes(compiler, script, sizeof script - 1);
    cr_assert(chmod(compiler, 0755) == 0);
    setenv("CXX", compiler, 1);
    setenv("TMPDIR", folder, 1);
    const struct program p = {"emucc", {emucc_program(), "-c", source, "-o", object, NULL}, object};
    fail_each_call(&p, true);
}
