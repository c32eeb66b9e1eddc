// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L // strtok_r
#include "cli.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../../common/driver/npy/npy.h"

const char *const cli_chapters[CLI_CHAPTERS] = {"01_cpu", "02_naive", "03_tiled",
                                                "05_outer_product"};

bool has(const char *text, const char *part) { return strstr(text, part) != NULL; }

struct drive {
    const struct chapter *chapter;
    const char *words;
};

static int run_driver(void *context)
{
    const struct drive *drive = context;
    char copy[1000], *argv[40] = {"chapter"}, *rest = copy;
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", drive->words);
    for (char *word; (word = strtok_r(rest, " ", &rest));)
        argv[argc++] = word;
    return chapter_main(drive->chapter, argc, argv);
}

struct run drive_chapter(const struct chapter *chapter, const char *words)
{
    return run_function(run_driver, &(struct drive){chapter, words});
}

static struct run run_chapter(const char *chapter, const char *words)
{
    return run_words(chapter_program(chapter), words);
}

void refused(const char *chapter, const char *words, const char *message)
{
    struct run run = run_chapter(chapter, words);
    cr_assert(run.status == 2, "%s %s: exit status %d: %s", chapter, words, run.status, run.err);
    cr_assert(run.out[0] == '\0', "%s %s: wrote on stdout: %s", chapter, words, run.out);
    cr_assert(count_lines(run.err) == 1, "%s %s: not one line: %s", chapter, words, run.err);
    cr_assert(strncmp(run.err, chapter, strlen(chapter)) == 0, "%s", run.err);
    cr_assert(has(run.err, message), "%s %s: said '%s', expected '%s'", chapter, words, run.err,
              message);
    run_free(&run);
}

struct run accepted(const char *chapter, const char *words)
{
    struct run run = run_chapter(chapter, words);
    cr_assert(run.status == 0, "%s %s: exit status %d: %s%s", chapter, words, run.status, run.out,
              run.err);
    cr_assert(run.err[0] == '\0', "%s %s: wrote on stderr: %s", chapter, words, run.err);
    return run;
}

void accepted_with(const char *chapter, const char *words, const char *part)
{
    struct run run = accepted(chapter, words);
    cr_assert(has(run.out, part), "%s %s: printed %s, expected '%s'", chapter, words, run.out,
              part);
    run_free(&run);
}

const char *save_random(const char *name, enum dtype type, int rows, int cols)
{
    struct matrix M;
    struct failure why;
    const char *path = scratch_path(name);
    cr_assert(matrix_alloc(&M, type, rows, cols, cols));
    matrix_fill_random(&M, 1);
    cr_assert(npy_write(path, &M, &why), "%s", why.text);
    matrix_free(&M);
    return path;
}
