// SPDX-License-Identifier: MIT
//
// test_learn_source.c: reading an exercise's source, what is made of it, and the rules of its
// checks.
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../grade/expression.h"
#include "../source/source.h"
#include "../source/text.h"
#include "learner.h"

TestSuite(learn_source, .fini = desk_remove);

// ---- Rules ---------------------------------------------------------------------------------------

static bool value_of(void *context, const char *name, int length, double *value)
{
    (void)context;
    *value = 7;
    return length == 5 && strncmp(name, "seven", 5) == 0;
}

static void holds(const char *rule, bool expected)
{
    struct comparison c;
    struct failure why = {""};
    cr_assert(expression_compare(rule, value_of, NULL, &c, &why), "%s: %s", rule, why.text);
    cr_expect(c.holds == expected, "%s: %g %s %g", rule, c.left, c.how, c.right);
}

Test(learn_source, rules)
{
    holds("1 + 2 * 3 == 7", true);
    holds("(1 + 2) * 3 == 7", false);
    holds("seven - 2 - 1 == 4", true);
    holds("seven / 2 == 3.5", true);
    holds("seven % 4 == 3", true);
    holds("-seven <= -6.5", true);
    holds("ceil(seven, 2) == 4", true);
    holds("floor(seven, 2) == 3", true);
    holds("ceil(ceil(seven, 2) * ceil(3, 2), 3) == 3", true);
    holds("min(seven, 3) + max(seven, 3) == 10", true);
    holds("seven != 8", true);
    holds("seven >= 8", false);
    holds("0.1 + 0.2 == 0.3", true);
    holds("1 / 0 <= 5", false);
    holds("0 / 0 <= 5", false);
    holds("0 / 0 >= 5", false);
}

Test(learn_source, rules_that_are_none)
{
    static const struct {
        const char *rule, *reason;
    } bad[] = {{"", "missing"},
               {"1", "missing"},
               {"1 <= ", "missing"},
               {"1 = 1", "missing"},
               {"eight <= 1", "eight"},
               {"sqrt(1, 2) <= 1", "sqrt"},
               {"min(1) <= 1", "comma"},
               {"(1 <= 1", ")"},
               {"1 <= 1 <= 1", "nothing more"},
               {"1 <= 1)", "nothing more"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct comparison c;
        struct failure why = {""};
        cr_expect(!expression_compare(bad[i].rule, value_of, NULL, &c, &why), "%s", bad[i].rule);
        cr_expect(strstr(why.text, bad[i].reason) != NULL, "%s: %s", bad[i].rule, why.text);
    }
    char deep[2000];
    memset(deep, '(', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    struct comparison c;
    struct failure why;
    cr_expect(!expression_compare(deep, value_of, NULL, &c, &why));
    cr_expect(strstr(why.text, "deep") != NULL, "%s", why.text);
}

// ---- Sources -------------------------------------------------------------------------------------

static void read_text(struct exercise *e, const char *text)
{
    struct failure why;
    mkdir(desk_path("05_x"), 0777);
    mkdir(desk_path("05_x/exercises"), 0777);
    write_bytes(desk_path("05_x/exercises/one.cu"), text, strlen(text));
    cr_assert(chdir(desk()) == 0);
    cr_assert(exercise_read(e, "05_x/exercises/one.cu", &why), "%s", why.text);
}

#define HEAD "// title: T\n// lesson: README.md#a\n// minutes: 5\n// form: sgemm\n"
#define TAIL \
    "// hint: a\n// hint: b\n// hint: c\n//   more: of c\n// why: because\n//\n// " \
    "Goal.\n\nabove;\n" \
    "    //@stub\n    one;\n    //@solution\n    two;\n    " \
    "//@end\nbelow;\n//@stub\n//@solution\nthree;\n" \
    "//@end\n"

Test(learn_source, what_is_made_of_it)
{
    struct exercise e;
    read_text(&e,
              HEAD "// sizes: 1 2 3; ? 64 ?\n// check: R\n// check: C 2 * barriers <= ceil(k, 2)\n"
                   "// stub: R, C barriers\n" TAIL);
    cr_expect_str_eq(e.id, "05_one");
    cr_expect_str_eq(e.lesson, "05_x/README.md#a");
    cr_expect(e.size_count == 2 && e.sizes[1].m == DRAWN && e.sizes[1].n == 64);
    cr_expect_str_eq(e.checks[1].label, "C barriers");
    cr_expect_eq(e.stub_fails, 3u);
    cr_expect_str_eq(e.hints[2], "c\nmore: of c");
    cr_expect_str_eq(e.goal, "Goal.\n");
    char *stub = exercise_stub(&e), *solution = exercise_solution(&e);
    cr_expect(strstr(stub, "above;\n    one;\nbelow;\n") && !strstr(stub, "two;") &&
                  !strstr(stub, "three;") && !strstr(stub, "hint: ") && strstr(stub, "// Goal.\n"),
              "%s", stub);
    cr_expect(strstr(solution, "above;\n    two;\nbelow;\nthree;\n") && !strstr(solution, "one;"),
              "%s", solution);
    struct mutant m = {.region = {NULL, "four;\n"}};
    char *mutant = exercise_mutant(&e, &m);
    cr_expect(strstr(mutant, "above;\n    two;\nbelow;\nfour;\n") != NULL, "%s", mutant);
    free(stub), free(solution), free(mutant);
    exercise_free(&e);
}

static void is_refused(const char *text, const char *reason)
{
    struct exercise e;
    struct failure why = {""};
    mkdir(desk_path("05_x"), 0777);
    mkdir(desk_path("05_x/exercises"), 0777);
    write_bytes(desk_path("05_x/exercises/one.cu"), text, strlen(text));
    cr_assert(chdir(desk()) == 0);
    cr_expect(!exercise_read(&e, "05_x/exercises/one.cu", &why), "%s", text);
    cr_expect(strstr(why.text, reason) && strstr(why.text, "05_x/exercises/one.cu"), "%s",
              why.text);
}

Test(learn_source, sources_that_are_none)
{
    const char *const good = "// sizes: 1 2 3\n// check: R\n// stub: R\n";
    char text[2000];
    is_refused("", "title");
    is_refused("//@stub\n", "title");
    is_refused("// colour: red\n", "one.cu:1: no such word: colour");
    is_refused("// SPDX-License-Identifier: MIT\n// form: cube\n", "one.cu:2: form: cube");
    is_refused(HEAD "// sizes: 1 2 x\n" TAIL, "sizes");
    is_refused(HEAD "// check: X\n" TAIL, "check");
    is_refused(HEAD "// check: R now\n" TAIL, "check");
    is_refused(HEAD "// check: C\n" TAIL, "check");
    is_refused(HEAD "// sizes: 1 2 3\n// check: R\n// stub: D\n" TAIL, "no check \"D\"");
    is_refused(HEAD "// sizes: 1 2 3\n// check: R\n" TAIL, "stub");
    is_refused(HEAD "// gaps: 1 -1 2\n" TAIL, "gaps");
    is_refused(HEAD "// types: f16\n" TAIL, "types");
    is_refused(HEAD "// transposes: NX\n" TAIL, "transposes");
    snprintf(text, sizeof text, "%s%s%s//@stub\n", HEAD, good, TAIL);
    is_refused(text, "//@end");
    snprintf(text, sizeof text, "%s%s// hint: d\n%s", HEAD, good, TAIL);
    is_refused(text, "more than three hints");
}

#define GOOD HEAD "// sizes: 1 2 3\n// check: R\n// stub: R\n" TAIL
#define MUTANTS "\n#if 0 //@mutants: wrong answers\n"
#define FAILS_R "// fails: R\n// because: x\n"

// An exercise with this section of mutants.
static bool read_mutants(struct exercise *e, struct mutants *all, const char *section,
                         struct failure *why)
{
    char text[2000];
    snprintf(text, sizeof text, GOOD MUTANTS "%s\n#endif\n", section);
    read_text(e, text);
    return mutants_read(all, e, why);
}

// No compiled version contains them.
Test(learn_source, versions_do_not_contain_mutants)
{
    struct exercise e, plain;
    read_text(&plain, GOOD);
    read_text(&e, GOOD MUTANTS "\n//@mutant one\n" FAILS_R "//@1\nlast;\n//@end\n\n#endif\n");
    char *stub = exercise_stub(&e), *solution = exercise_solution(&e);
    char *same_stub = exercise_stub(&plain), *same_solution = exercise_solution(&plain);
    cr_expect_str_eq(stub, same_stub);
    cr_expect_str_eq(solution, same_solution);
    cr_expect_str_eq(plain.mutants, "");
    free(stub), free(solution), free(same_stub), free(same_solution);
    exercise_free(&e);
    exercise_free(&plain);
    is_refused(GOOD MUTANTS "//@mutant one\n", "#endif");
    is_refused(GOOD MUTANTS "//@mutant one\n#endif\nmore_code;\n", "#endif");
    is_refused(GOOD "\n//@mutant one\n//@1\n//@end\n", "//@end");
    is_refused(MUTANTS, "#endif");
}

Test(learn_source, mutants)
{
    struct exercise e;
    struct mutants all;
    struct failure why;
    static const struct {
        const char *text, *reason;
    } bad[] = {{"", "fails:"},
               {"// fails: D\n// because: x\n//@1\n//@end\n", "\"D\""},
               {FAILS_R, "no region"},
               {FAILS_R "//@3\n//@end\n", "//@3"},
               {FAILS_R "//@1\n", "//@1"},
               {FAILS_R "//@from\ntwo;\n//@end\n", "//@from"},
               {FAILS_R "//@from\ntwo;\n//@to\n//@end\n", "appear once"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "\n//@mutant good\n" FAILS_R "//@1\n//@end\n\n//@mutant odd\n%s", bad[i].text);
        cr_expect(!read_mutants(&e, &all, text, &why), "%s", bad[i].text);
        cr_expect(strstr(why.text, bad[i].reason) && strstr(why.text, "one.cu: odd: "), "%s",
                  why.text);
        exercise_free(&e);
    }
    cr_assert(read_mutants(&e, &all,
                           "\n//@mutant four_x\n// fails: R\n// because: of it\n"
                           "    //@2\n    x;\n    //@end\n\n//@mutant other_lines\n" FAILS_R
                           "//@from\n    two;\n//@to\n    four;\n//@end\n"
                           "    //@from\nthree;\n    //@to\n    //@end\n",
                           &why),
              "%s", why.text);
    cr_assert(all.count == 2);
    const struct mutant *m = &all.list[0];
    cr_expect(m->fails == 1 && !m->region[0] && strncmp(m->region[1], "    x;\n", 7) == 0);
    cr_expect_str_eq(m->name, "four_x");
    cr_expect_str_eq(m->because, "of it");
    char *made = exercise_mutant(&e, &all.list[1]);
    cr_expect(strstr(made, "above;\n    four;\nbelow;\n") && !strstr(made, "three;"), "%s", made);
    free(made);
    mutants_free(&all);
    exercise_free(&e);
}

// ---- Texts ---------------------------------------------------------------------------------------

Test(learn_source, characters_of_utf8)
{
    static const struct {
        const char *text;
        int length;
    } all[] = {{"a", 1},
               {"\xC3\xA9", 2},
               {"\xE2\x82\xAC", 3},
               {"\xF0\x9F\x99\x82", 4},
               {"\xFF", 0},
               {"\xA9", 0},
               {"\xC3", 0},
               {"\xC0\x80", 0},
               {"\xE0\x80\x80", 0},
               {"\xED\xA0\x80", 0},
               {"\xF4\x90\x80\x80", 0}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cr_expect_eq(text_character(all[i].text), all[i].length, "%zu", i);
}
