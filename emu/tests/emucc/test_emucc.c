// SPDX-License-Identifier: MIT
// test_emucc.c: compiles every program in emu/tests/emucc/ with emucc: files, and programs of a few
// lines in refused.programs, each below its "//@program NAME". The first line of each is the
// expected result:
//
//     // expect: ok                          compiles without a message, runs, exits with 0
//     // expect: ok output "1 2"             ... and prints this one line
//     // expect: error 7 "text"              is refused, with this text in a message for line 7
//     // expect: warning 7 "text"            compiles with such a warning
//
// and the second line may be `// flags: ...` with more options for emucc.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/program.h"

// Quotation marks in the compiler's messages depend on the language.
static void speak_plainly(void) { setenv("LC_ALL", "C", 1); }

TestSuite(emucc, .init = speak_plainly, .fini = scratch_remove);

struct program {
    char name[300]; // "kernels/launch_formats.cu"
    bool is_entry;  // in refused.programs
};

struct expectation {
    int line; // of the error or warning; 0 if there must be none
    bool only_warns;
    char text[256], flags[256];
    bool has_text;
};

static struct expectation read_expectation(const char *source)
{
    struct expectation expect = {0};
    char line[512] = "";
    FILE *stream = fopen(source, "r");
    cr_assert(stream && fgets(line, sizeof line, stream), "%s cannot be read", source);
    bool is_error = sscanf(line, "// expect: error %d", &expect.line) == 1;
    expect.only_warns = sscanf(line, "// expect: warning %d", &expect.line) == 1;
    cr_assert(is_error || expect.only_warns || strncmp(line, "// expect: ok", 13) == 0, "%s: what is expected?", source);
    expect.has_text = sscanf(line, "%*[^\"]\"%255[^\n]", expect.text) == 1;
    if (expect.has_text) // up to the last quotation mark
        *strrchr(expect.text, '"') = '\0';
    if (fgets(line, sizeof line, stream))
        sscanf(line, "// flags: %255[^\n]", expect.flags);
    fclose(stream);
    return expect;
}

// The flags are words without blanks; the paths may contain blanks.
static struct run compile(const char *source, const char *program, const char *flags)
{
    enum { MAX_WORDS = 40 };
    const char *argv[MAX_WORDS] = {
        emucc_program(), "-Wall", "-Wextra", WITHOUT_SPECIAL_FUNCTIONS, "-o", program, source};
    char copy[256];
    int count = 7;
    snprintf(copy, sizeof copy, "%s", flags);
    char *rest = copy;
    for (char *word; (word = strtok_r(rest, " ", &rest)) && count < MAX_WORDS - 1;)
        argv[count++] = word;
    return run_program(argv);
}

// Returns true if there is a message for this line of this file with this text.
static bool says(const char *messages, const char *name, const struct expectation *expect)
{
    char where[300];
    snprintf(where, sizeof where, "%s:%d:", name, expect->line);
    for (const char *at = messages; (at = strstr(at, where)); at++) {
        size_t length = strcspn(at, "\n");
        const char *text = strstr(at, expect->text);
        const char *kind = strstr(at, expect->only_warns ? "warning:" : "error:");
        if (text && text < at + length && kind && kind < text)
            return true;
    }
    return false;
}

#define REFUSED "emu/tests/emucc/refused.programs"
static const char ENTRY[] = "//@program ";

// Adds the names of the programs in refused.programs.
static size_t add_entries(struct program *programs, size_t count, size_t most)
{
    char line[512];
    FILE *stream = fopen(repository_path(REFUSED), "r");
    while (stream && fgets(line, sizeof line, stream) && count < most)
        if (strncmp(line, ENTRY, strlen(ENTRY)) == 0) {
            struct program *p = &programs[count++];
            p->is_entry = true;
            snprintf(p->name, sizeof p->name, "%.*s.cu", (int)strcspn(line + strlen(ENTRY), "\n"),
                     line + strlen(ENTRY));
        }
    if (stream)
        fclose(stream);
    return count;
}

// Writes one of them as a file.
static void write_entry(const char *name, const char *path)
{
    char line[512];
    FILE *stream = fopen(repository_path(REFUSED), "r"), *out = fopen(path, "w");
    cr_assert(stream && out, "%s cannot be written", path);
    const size_t length = strlen(name) - strlen(".cu");
    for (bool inside = false; fgets(line, sizeof line, stream);) {
        const char *entry = line + strlen(ENTRY);
        if (strncmp(line, ENTRY, strlen(ENTRY)) == 0)
            inside = strncmp(entry, name, length) == 0 && entry[length] == '\n';
        else if (inside)
            fputs(line, out);
    }
    fclose(stream);
    fclose(out);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct program *)a)->name, ((const struct program *)b)->name);
}

ParameterizedTestParameters(emucc, program_as_expected)
{
    enum { MOST = 300 };
    struct program *programs = cr_malloc(MOST * sizeof *programs);
    size_t count = 0;
    static const char *const folders[] = {"kernels", "language"};
    memset(programs, 0, MOST * sizeof *programs);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[100];
        snprintf(path, sizeof path, "emu/tests/emucc/%s", folders[i]);
        DIR *folder = opendir(repository_path(path));
        for (struct dirent *entry; folder && (entry = readdir(folder)) && count < MOST;) {
            const char *dot = strrchr(entry->d_name, '.');
            if (dot && strcmp(dot, ".cu") == 0)
                snprintf(programs[count++].name, sizeof programs->name, "%s/%s", folders[i],
                         entry->d_name);
        }
        if (folder)
            closedir(folder);
    }
    count = add_entries(programs, count, MOST);
    qsort(programs, count, sizeof *programs, by_name);
    return cr_make_param_array(struct program, programs, count, NULL);
}

ParameterizedTest(struct program *program, emucc, program_as_expected)
{
    char relative[400], source[1200], output[200];
    snprintf(relative, sizeof relative, "emu/tests/emucc/%s", program->name);
    snprintf(source, sizeof source, "%s",
             program->is_entry ? scratch_path(program->name) : repository_path(relative));
    if (program->is_entry)
        write_entry(program->name, source);
    snprintf(output, sizeof output, "%s", scratch_path("program"));
    const struct expectation expect = read_expectation(source);

    struct run run = compile(source, output, expect.flags);
    if (expect.line > 0) {
        cr_assert(run.status == !expect.only_warns && says(run.err, program->name, &expect),
                  "%s: exit status %d, no such message for line %d with: %s\n%s", program->name, run.status,
                  expect.line, expect.text, run.err);
        run_free(&run);
        return;
    }
    cr_assert(run.status == 0 && !run.out[0] && !run.err[0], "%s: emucc: exit status %d\n%s%s",
              program->name, run.status, run.out, run.err);
    run_free(&run);
    run = run_program((const char *const[]){output, NULL});
    size_t length = strcspn(run.out, "\n");
    cr_assert(run.status == 0 && !run.err[0], "%s: exit status %d\n%s%s", program->name, run.status,
              run.out, run.err);
    if (expect.has_text)
        cr_assert(length == strlen(expect.text) && strncmp(run.out, expect.text, length) == 0 &&
                      strcmp(run.out + length, "\n") == 0,
                  "%s: printed: %snot:     %s\n", program->name, run.out, expect.text);
    run_free(&run);
}
