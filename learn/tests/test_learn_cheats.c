// SPDX-License-Identifier: MIT
//
// test_learn_cheats.c: files that want to pass without solving the exercise (cheats/): each is
// refused, by the check that its second line names.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "learner.h"

TestSuite(learn_cheats, .fini = desk_remove);

static void value_of(const char *text, const char *key, const char *otherwise, char value[40])
{
    const char *line = strstr(text, key);
    snprintf(value, 40, "%s", otherwise);
    if (line)
        snprintf(value, 40, "%.*s", (int)strcspn(line + strlen(key), "\n"), line + strlen(key));
}

// check-all's line of the exercise must say that this check failed; and `check` ends with 1.
static void is_refused(const char *path)
{
    char *text = read_all_of(path), id[40], refused[40], failed[60], words[60];
    value_of(text, "// exercise: ", "02_product", id);
    value_of(text, "// refused: ", "", refused);
    hand_in(id, text);
    struct run all = learn("LEARN_SECONDS=2", "check-all text");
    const char *line = strstr(all.out, id);
    snprintf(failed, sizeof failed, "fails %s", refused);
    cr_expect(line && strstr(line, failed), "%s: %s%s", path, all.out, all.err);
    cr_expect(strstr(all.out, "0 of 3 passed") != NULL, "%s: %s", path, all.out);
    run_free(&all);
    snprintf(words, sizeof words, "check %s", id);
    free(text);
    cr_assert(
        unlink(desk_path(strcmp(id, "02_host") == 0 ? "my/02_host.cu" : "my/02_product.cu")) == 0);
}

Test(learn_cheats, each_is_refused)
{
    glob_t cheats;
    cr_assert(glob(repository_path("learn/tests/cheats/*.cu"), 0, NULL, &cheats) == 0);
    cr_expect(cheats.gl_pathc >= 15);
    for (size_t i = 0; i < cheats.gl_pathc; i++)
        is_refused(cheats.gl_pathv[i]);
    globfree(&cheats);
}

// What is refused above is the cheat and not all that comes.
Test(learn_cheats, the_solution_passes)
{
    char *text = solution_of("02_product");
    hand_in("02_product", text);
    struct run run = learn("", "check 02_product");
    cr_expect(run.status == 0 && strstr(run.out, "passed"), "%s%s", run.out, run.err);
    run_free(&run);
    free(text);
}

// The file of progress is the learner's own: a report of all does not look at it.
Test(learn_cheats, progress_counts_for_nothing)
{
    char *text = stub_of("02_product");
    hand_in("02_product", text);
    write_bytes(desk_path("my/progress"), "02_product passed 0\n", 20);
    struct run run = learn("", "check-all json");
    cr_expect(run.status == 0 && strstr(run.out, "\"passed\": 0,"), "%s%s", run.out, run.err);
    run_free(&run);
    free(text);
}
