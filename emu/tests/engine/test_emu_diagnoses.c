// SPDX-License-Identifier: MIT
//
// test_emu_diagnoses.c: the complete text of the diagnoses that no program of emu/tests/mistakes/
// causes (emu/tests/diagnoses/rare*.cu, with the texts in rare*.txt). Also checks that every
// diagnosis of the engine is expected somewhere.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/program.h"
#include "../support/gallery_text.h"

enum { SECONDS = 60 };

static void plain_environment(void)
{
    const char *const wishes[] = {"EMU_CHECK", "EMU_REPORT", "EMU_COUNTERS",
                                  "EMU_LINES", "EMU_HEAT",   "EMU_GPU_NAME"};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        unsetenv(wishes[i]);
    setenv("EMU_CORES", "1", 1);
}

TestSuite(emu_diagnoses, .init = plain_environment, .fini = scratch_remove);

static void compare(const char *program, const char *texts, const char *name)
{
    char why[700];
    struct run run = run_program_for((const char *const[]){program, name, NULL}, SECONDS, NULL);
    char *text = gallery_text(&run);
    cr_expect(gallery_section_is_expected(text, texts, name, why, sizeof why), "%s: %s", name, why);
    free(text);
    run_free(&run);
}

static void compare_all(const char *name)
{
    char path[100], texts[100], source[1200];
    snprintf(path, sizeof path, "emu/tests/diagnoses/%s.cu", name);
    snprintf(texts, sizeof texts, "emu/tests/diagnoses/%s.txt", name);
    snprintf(source, sizeof source, "%s", repository_path(path));
    const char *program = scratch_path(name);
    struct run run = run_program((const char *const[]){
        emucc_program(), "-O2", WITHOUT_SPECIAL_FUNCTIONS, source, "-o", program, NULL});
    cr_assert(run.status == 0, "%s", run.err);
    run_free(&run);
    run = run_program((const char *const[]){program, NULL});
    int count = 0;
    for (char *rest = run.out, *word; (word = strtok_r(rest, "\n", &rest)); count++)
        compare(program, texts, word);
    run_free(&run);
    cr_expect(count > 5 && gallery_section_count(texts) == count, "%s: %d texts for %d cases",
              texts, gallery_section_count(texts), count);
}

Test(emu_diagnoses, rare_ones_have_the_expected_text)
{
    compare_all("rare");
    compare_all("rare_hopper");
    compare_all("rare_libraries");
    compare_all("rare_nccl");
    compare_all("rare_processes");
    compare_all("rare_sparse");
    compare_all("rare_texture");
    compare_all("rare_runtime");
}

Test(emu_diagnoses, every_one_has_an_expected_text)
{
    const char *python = getenv("PYTHON");
    if (getenv("GALLERY_EXPECT")) // the other test is writing them
        return;
    struct run run = run_program((const char *const[]){
        python ? python : "python3", repository_path("emu/tests/diagnoses/untold.py"), NULL});
    cr_expect(run.status == 0, "%s%s", run.out, run.err);
    run_free(&run);
}
