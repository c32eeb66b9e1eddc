// SPDX-License-Identifier: MIT
//
// test_emu_counters.c: the emulated GPU's counters are equal to Nsight Compute's on a real GPU.
//
// emu/validate/counter_kernels ran once under ncu on an H200; its counters are stored in
// validate/results. Here the same program runs on the emulated GPU, and every counter of every
// kernel must be the same. The only exceptions are in emu/validate/results/ncu_explained.tsv, each
// with its reason and the emulator's value.
#define _POSIX_C_SOURCE 200809L // setenv, strdup
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/program.h"

#define RECORD "emu/validate/results/ncu_counters_h200.tsv"
#define EXPLAINED "emu/validate/results/ncu_explained.tsv"

enum {
    MAX_COLUMNS = 128,
    MAX_ROWS = 1024,
    MAX_REPORT = 4000,
    LEAST_COUNTERS = 12 // the minimum that ncu must have recorded for each kernel, else the record
                        // is broken
};

// A file of lines with tab-separated fields; lines that begin with # are skipped.
struct table {
    char *text; // the fields point into it
    int rows;
    int columns[MAX_ROWS];
    char *field[MAX_ROWS][MAX_COLUMNS];
};

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room + 1);
    cr_assert_not_null(text);
    for (size_t got; (got = fread(text + size, 1, room - size, file)) > 0;) {
        size += got;
        if (size == room) {
            char *more = realloc(text, (room *= 2) + 1);
            cr_assert_not_null(more);
            text = more;
        }
    }
    fclose(file);
    text[size] = '\0';
    return text;
}

// Splits `text`, which the table then owns.
static void split(struct table *t, char *text)
{
    t->text = text;
    t->rows = 0;
    for (char *line = text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        if (*line == '#' || *line == '\0')
            continue;
        cr_assert(t->rows < MAX_ROWS, "more than %d lines", MAX_ROWS);
        int n = 0;
        for (char *at = line; at; n++) {
            cr_assert(n < MAX_COLUMNS, "more than %d columns", MAX_COLUMNS);
            t->field[t->rows][n] = at;
            at = strchr(at, '\t');
            if (at)
                *at++ = '\0';
        }
        t->columns[t->rows++] = n;
    }
}

static int column_of(const struct table *t, const char *name)
{
    for (int c = 0; c < t->columns[0]; c++)
        if (strcmp(t->field[0][c], name) == 0)
            return c;
    cr_assert_fail(RECORD " has no column %s", name);
    return 0; // not reached
}

// Returns the number after "name": in a line of JSON, or -1.
static long long value_of(const char *json, const char *name)
{
    char key[80];
    snprintf(key, sizeof key, "\"%s\": ", name);
    const char *at = strstr(json, key);
    return at ? strtoll(at + strlen(key), NULL, 10) : -1;
}

// Finds the launches in the emulator's output: pointers to their JSON, one per line.
static int find_launches(char *text, const char **launches)
{
    static const char mark[] = "emu-launch ";
    int n = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, mark, sizeof mark - 1) != 0)
            continue;
        cr_assert(n < MAX_ROWS, "more than %d launches", MAX_ROWS);
        launches[n++] = line + sizeof mark - 1;
    }
    return n;
}

// Returns the line of EXPLAINED for this difference, or -1. Fields: kernel, counter, the emulator's
// value, reason.
static int explained(const struct table *t, const char *kernel, const char *counter, long long emu)
{
    for (int r = 0; r < t->rows; r++)
        if (strcmp(t->field[r][0], kernel) == 0 && strcmp(t->field[r][1], counter) == 0 &&
            strtoll(t->field[r][2], NULL, 10) == emu)
            return r;
    return -1;
}

static const char *program_path(void)
{
    static char path[4096];
    const char *build = getenv("BUILD_DIR");
    char relative[1024];
    // If emu/ is built into a folder, below emu/ of that folder.
    snprintf(relative, sizeof relative, "%s/emu/validate/counter_kernels",
             build ? build : "build/emu");
    if (access(repository_path(relative), X_OK) != 0)
        snprintf(relative, sizeof relative, "%s/validate/counter_kernels",
                 build ? build : "build/emu");
    snprintf(path, sizeof path, "%s", repository_path(relative));
    return path;
}

// All differences in one table, so that a failure shows all of them.
struct differences {
    int count;
    char text[MAX_REPORT];
    size_t used;
};

static void add_difference(struct differences *d, const char *kernel, const char *counter,
                           const char *ncu, long long emu)
{
    d->count++;
    if (d->used < sizeof d->text - 200)
        d->used +=
            (size_t)snprintf(d->text + d->used, 200, "  %.60s: %.40s: ncu %.30s, here %lld\n",
                             kernel, counter, ncu, emu);
}

Test(emu_counters, equal_those_of_nsight_compute)
{
    static struct table record, reasons;
    static const char *launches[MAX_ROWS];
    static struct differences differences;
    static bool used[MAX_ROWS];

    char *text = read_file(repository_path(RECORD));
    cr_assert_not_null(text, RECORD " is missing: on a machine with a GPU and ncu, `make GPU=cuda "
                                    "ncu-compare` records it");
    split(&record, text);
    cr_assert(record.rows > 1, RECORD " is empty");
    text = read_file(repository_path(EXPLAINED));
    if (text)
        split(&reasons, text);
    for (int r = 0; r < reasons.rows; r++)
        cr_assert(reasons.columns[r] == 4,
                  EXPLAINED ": %s: want kernel, counter, the emulator's value, why",
                  reasons.field[r][0]);

    setenv("EMU_COUNTERS", "launch", 1);
    const char *command[] = {program_path(), NULL};
    struct run run = run_program(command);
    cr_assert(run.status == 0, "%s: exit status %d (is it built? make build-bench)\n%s", command[0],
              run.status, run.err);
    int count = find_launches(run.err, launches);
    cr_assert(count == record.rows - 1,
              RECORD " has %d launches, the program made %d: record it again", record.rows - 1,
              count);

    int kernel_column = column_of(&record, "kernel"), sum_column = column_of(&record, "checksum");
    int compared = 0;
    for (int r = 1; r < record.rows; r++) {
        const char *kernel = record.field[r][kernel_column];
        char line[256];
        snprintf(line, sizeof line, "{\"kernel\": \"%s\",", kernel);
        cr_assert(strncmp(launches[r - 1], line, strlen(line)) == 0,
                  "launch %d is %s in " RECORD " and here %.60s", r - 1, kernel, launches[r - 1]);
        snprintf(line, sizeof line, "checksum %s %s\n", kernel, record.field[r][sum_column]);
        cr_expect(!*record.field[r][sum_column] || strstr(run.out, line),
                  "%s computed something else than on the GPU (%s)", kernel,
                  record.field[r][sum_column]);
        for (int c = 0; c < record.columns[r]; c++) {
            const char *counter = record.field[0][c], *ncu = record.field[r][c];
            long long emu = value_of(launches[r - 1], counter);
            if (emu < 0 || *ncu == '\0') // a metric that only ncu has, or lacks here
                continue;
            compared++;
            if (strtoll(ncu, NULL, 10) == emu)
                continue;
            int reason = explained(&reasons, kernel, counter, emu);
            if (reason >= 0)
                used[reason] = true;
            else
                add_difference(&differences, kernel, counter, ncu, emu);
        }
    }
    cr_expect(compared >= LEAST_COUNTERS * count, RECORD " holds only %d counters of %d launches",
              compared, count);
    cr_expect(differences.count == 0, "%d counters differ and nothing explains it:\n%s",
              differences.count, differences.text);
    for (int r = 0; r < reasons.rows; r++)
        cr_expect(used[r], EXPLAINED " explains a difference that is gone: %s: %s",
                  reasons.field[r][0], reasons.field[r][1]);
    run_free(&run);
    free(record.text);
    free(reasons.text);
}

#define LDMATRIX_RECORD "emu/validate/results/ncu_ldmatrix_h200.tsv"

Test(emu_counters, of_ldmatrix_equal_those_of_nsight_compute)
{
    static struct table record;
    static const char *launches[MAX_ROWS];
    char *text = read_file(repository_path(LDMATRIX_RECORD));
    cr_assert_not_null(text, LDMATRIX_RECORD " is missing");
    split(&record, text);
    setenv("EMU_COUNTERS", "launch", 1);
    const char *command[] = {program_path(), "--ldmatrix", NULL};
    struct run run = run_program(command);
    cr_assert(run.status == 0, "%s: exit status %d\n%s", command[0], run.status, run.err);
    const int count = find_launches(run.err, launches);
    cr_assert(count == record.rows - 1, "%d launches, recorded are %d", count, record.rows - 1);
    for (int r = 1; r < record.rows; r++) {
        cr_assert(strstr(launches[r - 1], record.field[r][0]), "launch %d is not %s", r - 1,
                  record.field[r][0]);
        for (int c = 1; c < record.columns[r]; c++)
            cr_expect(strtoll(record.field[r][c], NULL, 10) ==
                          value_of(launches[r - 1], record.field[0][c]),
                      "%s: %s: ncu %s, here %lld", record.field[r][0], record.field[0][c],
                      record.field[r][c], value_of(launches[r - 1], record.field[0][c]));
    }
    run_free(&run);
    free(record.text);
}
