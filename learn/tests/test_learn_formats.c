// SPDX-License-Identifier: MIT
//
// test_learn_formats.c: the reports of all exercises, and the commands of one.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learner.h"

TestSuite(learn_formats, .fini = desk_remove);

// One passes, one does not compile (its text needs every escape), one is not begun.
static void fill_desk(void)
{
    char *solution = solution_of("02_predict");
    hand_in("02_predict", solution);
    hand_in("02_product", "#error \"<a> & \\b \xff \x01\"\n");
    free(solution);
}

static void is_valid(const char *format, const char *schema)
{
    char words[60], path[200], script[200];
    snprintf(words, sizeof words, "check-all %s > report", format);
    struct run run = learn("SEED=5", words);
    cr_assert(run.status == 0, "%s%s", run.out, run.err);
    run_free(&run);
    snprintf(path, sizeof path, "%s", repository_path(schema));
    snprintf(script, sizeof script, "%s", repository_path("learn/tests/validate.py"));
    run = run_program((const char *const[]){"python3", script, path, desk_path("report"), NULL});
    cr_expect(run.status == 0, "%s: %s", format, run.err);
    run_free(&run);
}

static void has_parts(const char *path, const char *const *parts)
{
    char *text = read_all_of(path);
    for (; *parts; parts++)
        cr_expect(strstr(text, *parts) != NULL, "%s: %s", *parts, text);
    free(text);
}

Test(learn_formats, json)
{
    fill_desk();
    is_valid("json", "learn/report/schemas/check_all.json");
    has_parts(desk_path("report"),
              (const char *const[]){"\"seed\": 5", "\"passed\": 1", "\"total\": 3",
                                    "\"state\": \"not_compiled\"", "\"state\": \"not_begun\"",
                                    NULL});
}

Test(learn_formats, gradescope)
{
    fill_desk();
    is_valid("gradescope", "learn/report/schemas/gradescope.json");
    has_parts(desk_path("report"), (const char *const[]){"\"score\": 1,", NULL});
}

Test(learn_formats, junit)
{
    fill_desk();
    struct run run = learn("", "check-all junit > report");
    cr_expect(run.status == 0, "%s", run.err);
    run_free(&run);
    has_parts(desk_path("report"),
              (const char *const[]){"tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"",
                                    "&lt;a&gt; &amp;", NULL});
    run = run_program((const char *const[]){
        "python3", "-c", "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])",
        desk_path("report"), NULL});
    cr_expect(run.status == 0, "%s", run.err);
    run_free(&run);
}

Test(learn_formats, text)
{
    fill_desk();
    struct run run = learn("SEED=5", "check-all");
    cr_expect(run.status == 1, "%s", run.err);
    cr_expect(strstr(run.out, "ok 02_predict") && strstr(run.out, "- 02_host") &&
                  strstr(run.out, "1 of 3 passed, 1 not begun (seed 5)"),
              "%s", run.out);
    run_free(&run);
}

// ---- One exercise --------------------------------------------------------------------------------

static void says(const char *words, int status, const char *part)
{
    struct run run = learn("", words);
    cr_expect(run.status == status, "%s: %d %s%s", words, run.status, run.out, run.err);
    cr_expect(strstr(status == 2 ? run.err : run.out, part) != NULL, "%s: %s%s", words, run.out,
              run.err);
    run_free(&run);
}

Test(learn_formats, hints_and_solution)
{
    says("hint 02_product", 0, "hint 1 of 3: What does alpha do?\n");
    says("hint 02_product", 0, "hint 2 of 3: Read the first sentence.\n");
    says("hint 02_product", 0, "hint 3 of 3: alpha * acc\n");
    says("hint 02_product", 0, "hint 3 of 3: alpha * acc\n");
    says("solution 02_product", 2, "not passed 02_product yet");
    says("solution 02_product --force", 0, "+    C[row * ldc + col] = alpha * acc;");
    char *text = solution_of("02_product");
    hand_in("02_product", text);
    says("check 02_product", 0, "passed");
    says("check 02_product", 0, "won bronze");
    says("check 02_product", 0, "- gold");
    says("solution 02_product", 0, "The definition has a factor\nalpha.");
    free(text);
}

// Wrong in one way after the other.
Test(learn_formats, verdicts)
{
    says("check 02_product", 1, "FAIL the result is wrong at");
    says("check 02_predict", 1, "FAIL your answer \"stores\" is 0");
    says("check 02_host", 1, "C(0, 0) was never written");
}

Test(learn_formats, without_a_terminal)
{
    says("watch 02_predict </dev/null", 1, "no terminal: checked once");
    says("watch 02_nothing", 2, "nearest");
}

// Words of a diagnosis go on below each other; no line is broken twice.
Test(learn_formats, a_verdict_fits_a_narrow_terminal)
{
    enum { COLUMNS = 70, TEXT = 14 };
    hand_in("02_product", "#include \"learn/exercise.h\"\n"
                          "__global__ void race(float *C) { C[threadIdx.x % 2] = threadIdx.x; }\n"
                          "extern \"C\" void exercise(int m, int n, int k, float alpha, const "
                          "float *A, int lda, const float *B, int ldb, float beta, float *C, int "
                          "ldc)\n{ race<<<1, 64>>>(C); }\n");
    struct run run = learn("COLUMNS=70", "check 02_product");
    const char *const diagnosis = strstr(run.out, "    emu: race in global memory");
    cr_expect(diagnosis != NULL, "%s", run.out);
    for (const char *line = diagnosis; line && *line; line += strcspn(line, "\n") + 1) {
        const size_t length = strcspn(line, "\n"), indent = strspn(line, " ");
        cr_expect(length <= COLUMNS && indent <= TEXT, "%s", run.out);
    }
    cr_expect(diagnosis && strstr(diagnosis, "\n              "), "%s", run.out);
    run_free(&run);
}
