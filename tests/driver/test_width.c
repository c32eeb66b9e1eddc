// SPDX-License-Identifier: MIT
//
// test_width.c: no table, list, help or refusal has a line longer than the terminal.
#define _POSIX_C_SOURCE 200809L // setenv
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/driver/gpu/gpu.h"
#include "../support/cli.h"

static void unset_columns(void) { unsetenv("COLUMNS"); }

TestSuite(width, .init = unset_columns, .fini = unset_columns);

static const char *const chapters[] = {"01_cpu",           "02_naive",
                                       "03_tiled",         "04_shared",
                                       "05_outer_product", "06_layouts",
                                       "07_tensor_core",   "08_cutlass_hierarchy",
                                       "09_hopper",        "10_shapes_and_types",
                                       "11_many_gpus"};
enum { CHAPTERS = sizeof chapters / sizeof *chapters, LAST_WITH_DRIVER = CHAPTERS - 1 };

// A line may be longer if it is a command to copy ("repeat ..."), or one word, such as a path.
static bool may_be_long(const char *line, int length)
{
    const int blanks = (int)strspn(line, " ");
    return strncmp(line, "  repeat ", 9) == 0 ||
           (int)strcspn(line + blanks, " \n") >= length - blanks;
}

// Progress goes back to the beginning of its line.
static const char *after_return(const char *line, int *length)
{
    for (int i = *length - 1; i >= 0; i--)
        if (line[i] == '\r') {
            *length -= i + 1;
            return line + i + 1;
        }
    return line;
}

static void text_fits(const char *text, int columns, const char *what)
{
    for (int length; *text; text += length + (text[length] == '\n')) {
        length = (int)strcspn(text, "\n");
        int visible = length;
        const char *line = after_return(text, &visible);
        int letters = 0;
        for (int i = 0; i < visible; i++)
            letters += ((unsigned char)line[i] & 0xC0) != 0x80; // of UTF-8
        cr_expect(letters <= columns || may_be_long(line, visible), "%s: %d columns: %.*s", what,
                  letters, visible, line);
    }
}

// Every line of stdout and stderr, with COLUMNS set; then without, where a file gets tables of 80
// columns.
static void fits(const char *chapter, const char *words, int columns)
{
    char text[20], what[300];
    snprintf(text, sizeof text, "%d", columns);
    snprintf(what, sizeof what, "COLUMNS=%d %s %s", columns, chapter, words);
    setenv("COLUMNS", text, 1);
    struct run run = run_words(chapter_program(chapter), words);
    unsetenv("COLUMNS");
    cr_expect(run.out[0] || run.err[0], "%s: no output", what);
    text_fits(run.out, columns, what);
    text_fits(run.err, columns, what);
    run_free(&run);
}

Test(width, help_lists_and_refusals_fit_60_columns)
{
    for (int i = 0; i < CHAPTERS; i++) {
        fits(chapters[i], "--help", 60);
        fits(chapters[i], "--nosuch", 60);
        if (i == 5) // 06's own help is of its commands
            fits(chapters[i], "steps --help", 60);
        fits(chapters[i], "--list", 60);
        fits(chapters[i], "--step nosuch", 60);
    }
}

Test(width, tables_fit_60_columns)
{
    for (int i = 0; i < LAST_WITH_DRIVER; i++) {
        fits(chapters[i], "--step 1 --size 40 --reps 1", 60);
        fits(chapters[i], "--step 1 --size 40 --reps 1 --counters", 60);
        if (i > 0)
            fits(chapters[i], "--predict --counters --size 4096 --step 1", 60);
    }
    fits("04_shared", "-m 40 -n 40 -k 1000 --reps 1", 60); // a step is skipped, with a reason
    fits("04_shared", "--step 1_panel -k 100000", 60);     // and refused, with the same reason
}

// The experiments: each has its own table.
Test(width, experiments_fit_80_columns)
{
    static const struct {
        const char *chapter, *words;
    } cases[] = {{"02_naive", "--waves -k 16 --reps 1"},
                 {"03_tiled", "--grids -m 16 -n 4096 -k 16 --reps 1"},
                 {"03_tiled", "--waves -k 16 --reps 1"},
                 {"06_layouts", "--storage"},
                 {"06_layouts", "--gradient"},
                 {"06_layouts", "--examples"},
                 {"06_layouts", "--blocks -m 64 -n 64 --reps 1"},
                 {"06_layouts", "tv SM80_16x8x16_F16F16F16F16_TN"},
                 {"06_layouts", "tile --layout"},
                 {"07_tensor_core", "--atom mma_m16n8k16_f32_f16_f16_f32"},
                 {"07_tensor_core", "--fragment lane=5 --atom mma_m16n8k32_s32_s8_s8_s32"},
                 {"07_tensor_core", "--text-gemm"},
                 {"08_cutlass_hierarchy", "--raster --size 8192"},
                 {"08_cutlass_hierarchy", "--stages -m 128 -n 256 -k 64"},
                 {"10_shapes_and_types", "--partitions 20 -m 16 -n 16 -k 4096 --reps 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        fits(cases[i].chapter, cases[i].words, 80);
}

static bool is_emulated(void) { return gpu_ops()->counting() != NULL; }

Test(width, listings_of_the_emulated_gpu_fit)
{
    if (!is_emulated())
        cr_skip_test("only the emulated GPU counts");
    static const struct {
        const char *chapter, *words;
    } cases[] = {{"02_naive", "--size 40 --step 1 --lines"},
                 {"04_shared", "--size 40 --step 2 --lines"},
                 {"05_outer_product", "--size 40 --step 6 --lines"},
                 {"04_shared", "--size 20 --step 2 --heat 2_bank_conflicts.cu:31"},
                 {"07_tensor_core", "--size 64 --step 2 --banks"},
                 {"05_outer_product", "--expect --step 6"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        fits(cases[i].chapter, cases[i].words, 80);
    for (size_t i = 0; i < 4; i++)
        fits(cases[i].chapter, cases[i].words, 60);
}

// A file gets 80 columns: only the costs of each request, which is what fits beside the source. All
// columns, and whole lines of the source, with --wide.
Test(width, lines_in_a_file_have_80_columns)
{
    if (!is_emulated())
        cr_skip_test("only the emulated GPU counts");
    struct run run = run_words(chapter_program("04_shared"), "--size 40 --step 2 --lines");
    cr_expect(run.status == 0 && has(run.out, "\nsect/r wave/r\n") && !has(run.out, "requests"),
              "%s", run.out);
    text_fits(run.out, 80, "--lines");
    run_free(&run);
    run = run_words(chapter_program("04_shared"), "--size 40 --step 2 --lines --wide");
    cr_expect(has(run.out, "\n     global memory      shared memory\n"
                           "   requests sect/r    requests wave/r\n"),
              "%s", run.out);
    cr_expect(has(run.out, "        As[p][y] = load_or_zero(&A[row_major(row, p, lda)], row < m);"),
              "%s", run.out);
    run_free(&run);
    // A kernel without shared memory has no columns for it.
    run = run_words(chapter_program("02_naive"), "--size 40 --step 1 --lines --wide");
    cr_expect(has(run.out, "\n     global memory\n   requests sect/r\n"), "%s", run.out);
    run_free(&run);
}
