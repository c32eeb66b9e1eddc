// SPDX-License-Identifier: MIT
//
// test_learn_exercises.c: is every exercise of the course right? Its solution passes, or its first
// mutant fails for the reason it says: one of the two, in turn; with TEST_MORE both, and in `make
// test-full` so do its stub and all mutants (`make check-exercises`). And does that find mistakes?
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "learner.h"
#include "../../emu/tests/support/sampler.h"

TestSuite(learn_exercises, .fini = desk_remove, .timeout = 3600);

Test(learn_exercises, of_the_course)
{
    char line[300];
    const char *build = getenv("BUILD_DIR");
    snprintf(line, sizeof line, "cd '%s' && BUILD_DIR='%s' '%s/bin/learn' matrix %s",
             repository_path(""), build ? build : "build/emu", build ? build : "build/emu",
             full_test()    ? ""
             : more_tests() ? "--quick"
                            : "--in-turn");
    struct run run = run_program((const char *const[]){"sh", "-c", line, NULL});
    cr_expect(run.status == 0, "%s%s", run.out, run.err);
    cr_expect(!strstr(run.out, " WRONG ") && !strstr(run.out, " ERROR "));
    run_free(&run);
}

// Places that exercises link to are headings of the lessons.
Test(learn_exercises, lessons_have_their_headings)
{
    char script[300];
    snprintf(script, sizeof script, "%s", repository_path("learn/tests/headings.py"));
    struct run run =
        run_program((const char *const[]){"python3", script, repository_path("."), NULL});
    cr_expect(run.status == 0, "%s", run.err);
    run_free(&run);
}

static void matrix_says(const char *words, int status, const char *part)
{
    struct run run = learn("", words);
    cr_expect(run.status == status, "%s: %d\n%s%s", words, run.status, run.out, run.err);
    cr_expect(strstr(run.out, part) != NULL, "%s: %s", part, run.out);
    run_free(&run);
}

Test(learn_exercises, what_is_not_right_is_found)
{
    matrix_says("matrix 02_product", 0, "ok      fails C global_load_requests");
    matrix_says("matrix 02_predict", 1, "0 mutants; at least 3 are needed");
    // A copy of the exercise with things that are not so.
    cr_assert(unlink(desk_path("02_test")) == 0);
    char line[500];
    snprintf(line, sizeof line,
             "cd '%s' && cp -r '%s' 02_test && cd 02_test/exercises && sed -i "
             "'s/stub: R/stub: D/; /mutant twice/,$s/fails: R/fails: R, D/' product.cu",
             desk(), repository_path("learn/tests/course/02_test"));
    cr_assert(system(line) == 0);
    matrix_says("matrix 02_product", 1, "stub                     WRONG   fails R, should fail D");
    matrix_says("matrix 02_product", 1,
                "twice                    WRONG   fails R, should fail R, D");
    matrix_says("matrix 02_product", 1,
                "R                        WRONG   no mutant fails this check alone");
}
