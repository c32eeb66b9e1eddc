// SPDX-License-Identifier: MIT
//
// test_options.c: the parser of command lines.
#include <criterion/criterion.h>
#include <limits.h>
#include <string.h>

#include "../../common/driver/request/options.h"

static int size;
static long long seed;
static double alpha;
static const char *file;
static struct texts steps;
static int format;
static bool list;
static struct failure why;

static const char *const formats[] = {"table", "csv", "json", NULL};
static const struct option options[] = {
    {"-m", "M", "rows", OPTION_INT, &size, 0, INT_MAX, NULL},
    {"--seed", "S", "seed", OPTION_LONG, &seed, 0, LLONG_MAX, NULL},
    {"--alpha", "a", "factor", OPTION_REAL, &alpha, 0, 0, NULL},
    {"--out", "FILE", "output file", OPTION_TEXT, &file, 0, 0, NULL},
    {"--step", "NAME", "step", OPTION_TEXTS, &steps, 0, 0, NULL},
    {"--format", "F", "format", OPTION_CHOICE, &format, 0, 0, formats},
    {"--list", NULL, "list", OPTION_SWITCH, &list, 0, 0, NULL},
};

// Parses a command line of words separated by single spaces.
static bool parse(const char *words)
{
    static char copy[4000]; // values point into it
    char *argv[200] = {"program"};
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = copy; *word; argc++) {
        argv[argc] = word;
        word += strcspn(word, " ");
        if (*word)
            *word++ = '\0';
    }
    size = -1, seed = -1, alpha = -1, file = NULL, format = 0, list = false;
    steps.count = 0;
    return options_parse(options, sizeof options / sizeof *options, argc, argv, &why);
}

Test(options, values_behind_the_flag)
{
    cr_assert(parse("-m 7 --seed 99 --alpha -1.5e3 --out C.npy --format json --list"));
    cr_assert(size == 7 && seed == 99 && alpha == -1500 && list && format == 2);
    cr_assert(strcmp(file, "C.npy") == 0);
}

Test(options, values_behind_an_equals_sign)
{
    cr_assert(parse("-m=7 --seed=99 --alpha=2 --out=a=b --format=csv --step=x"));
    cr_assert(size == 7 && seed == 99 && alpha == 2 && format == 1 && steps.count == 1);
    cr_assert(strcmp(file, "a=b") == 0);
}

Test(options, nothing_given_keeps_the_defaults)
{
    cr_assert(parse(""));
    cr_assert(size == -1 && alpha == -1 && file == NULL && !list);
}

Test(options, limits)
{
    cr_assert(parse("-m 0") && size == 0);
    cr_assert(parse("-m 2147483647") && size == INT_MAX);
    cr_assert(parse("--seed 9223372036854775807") && seed == LLONG_MAX);
    cr_assert(parse("--alpha 3.4028234e38") && parse("--alpha 0x1p-3") && alpha == 0.125);
}

Test(options, texts_are_gathered)
{
    cr_assert(parse("--step a --step b --step c") && steps.count == 3);
    cr_assert(strcmp(steps.text[0], "a") == 0 && strcmp(steps.text[2], "c") == 0);
}

// Each line with what its message must hold.
static const struct {
    const char *words, *message;
} bad[] = {
    {"-m -1", "-m -1: out of range; allowed are integers from 0 to 2147483647"},
    {"-m x", "-m x: not an integer; allowed are integers from 0 to 2147483647"},
    {"-m 1.5", "-m 1.5: not an integer"},
    {"-m 1e3", "-m 1e3: not an integer"},
    {"-m 0x10", "-m 0x10: not an integer"},
    {"-m 5k", "-m 5k: not an integer"},
    {"-m 2147483648", "-m 2147483648: out of range"},
    {"-m 1000000000000", "-m 1000000000000: out of range"},
    {"-m 99999999999999999999999", "out of range"},
    {"--seed 9223372036854775808", "out of range"},
    {"--seed -1", "out of range"},
    {"-m", "-m: needs a value, M"},
    {"-m=", "-m: needs a value, M"},
    {"-m --list", "-m: needs a value, M"},
    {"--out", "--out: needs a value, FILE"},
    {"--out --list", "--out: needs a value"},
    {"--alpha one", "--alpha one: not a number"},
    {"--alpha 1x", "--alpha 1x: not a number"},
    {"--alpha nan", "out of range"},
    {"--alpha inf", "out of range"},
    {"--alpha 1e39", "out of range"},
    {"--format xml", "--format xml: not known; allowed are table, csv, json"},
    {"--format JSON", "not known"},
    {"--list=1", "--list 1: takes no value"},
    {"--lis", "--lis: unknown flag"},
    {"--listing", "--listing: unknown flag"},
    {"--size=4", "--size=4: unknown flag"},
    {"-", "-: unknown flag"},
    {"--", "--: unknown flag"},
    {"-m4", "-m4: unknown flag"},
    {"5", "5: not a flag"},
    {"-m 1 -m 2", "-m: given twice"},
    {"-m=1 --out x -m 1", "-m: given twice"},
    {"--list --list", "--list: given twice"},
    {"--out x --out=x", "--out: given twice"},
};

Test(options, bad_lines_are_explained)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_assert(!parse(bad[i].words), "accepted %s", bad[i].words);
        cr_assert(strstr(why.text, bad[i].message) != NULL, "%s: said '%s', expected '%s'",
                  bad[i].words, why.text, bad[i].message);
    }
}

Test(options, white_space_is_no_number)
{
    char *argv[] = {"program", "-m", " 5"};
    cr_assert(!options_parse(options, 7, 3, argv, &why));
    argv[2] = "5\n";
    cr_assert(!options_parse(options, 7, 3, argv, &why));
    cr_assert(strchr(why.text, '\n') == NULL, "the message is more than one line");
}

Test(options, a_long_value_does_no_harm)
{
    static char value[100000];
    memset(value, '9', sizeof value - 1);
    char *argv[] = {"program", "-m", value};
    cr_assert(!options_parse(options, 7, 3, argv, &why));
    cr_assert(strstr(why.text, "out of range") != NULL);
}

Test(options, too_many_texts)
{
    char words[4000];
    for (int i = 0; i <= MAX_TEXTS; i++)
        snprintf(words + 9 * (size_t)i, sizeof words - 9 * (size_t)i, "--step x ");
    cr_assert(!parse(words));
    cr_assert(strstr(why.text, "more than 64 times") != NULL, "%s", why.text);
}
