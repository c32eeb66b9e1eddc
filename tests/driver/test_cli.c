// SPDX-License-Identifier: MIT
//
// test_cli.c: the built programs with every flag and every kind of bad value.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../support/cli.h"
#include "../support/support.h"

TestSuite(cli, .fini = scratch_remove);

// ---- Bad requests --------------------------------------------------------------------------------

static const struct {
    const char *words, *message;
} bad[] = {
    {"-m -1", "-m -1: out of range; allowed are integers from 0 to 2147483647"},
    {"-n -1", "-n -1: out of range"},
    {"-m x", "-m x: not an integer; allowed are"},
    {"-k 1000000000000", "-k 1000000000000: out of range"},
    {"-k=1000000000000", "-k 1000000000000: out of range"},
    {"--size 1.5", "--size 1.5: not an integer"},
    {"--size -5", "--size -5: out of range"},
    {"--size 8 -m 8", "--size 8: sets m, n and k"},
    {"-m 2147483647 -n 2147483647 -k 1", "EiB of memory on the host, which has"},
    {"-m 2147483647 -n 1000000 -k 1", "free"},
    {"--size 2000000", "-m 2000000 -n 2000000 -k 2000000: needs"},
    {"--a nofile.npy", "--a nofile.npy: No such file or directory"},
    {"--b nofile.npy", "--b nofile.npy: No such file or directory"},
    {"--a .", "--a .: not a regular file"},
    {"--out /no/such/directory/C.npy", "--out /no/such/directory/C.npy: cannot write there"},
    {"--out /dev/null", "--out /dev/null: there is something that is not a regular file"},
    {"--step nosuch", "--step nosuch: no such step; the steps are 1_"},
    {"--step 99", "--step 99: no such step"},
    {"--step _", "--step _: more than one step is called so"},
    {"--alpha x", "--alpha x: not a number"},
    {"--beta nan", "--beta nan: out of range"},
    {"--alpha 1e99", "--alpha 1e99: out of range"},
    {"--reps 0", "--reps 0: out of range; allowed are integers from 1 to 1000000"},
    {"--seed -1", "--seed -1: out of range"},
    {"--format xml", "--format xml: not known; allowed are table, csv, json"},
    {"--cold --hot", "--hot: not together with --cold"},
    {"--gpu nosuch", "--gpu nosuch: "},
    {"--nosuch", "--nosuch: unknown flag; --help lists the flags"},
    {"--m 300", "--m: unknown flag; meant is -m, with one dash"},
    {"-x", "-x: unknown flag"},
    {"file.npy", "file.npy: not a flag"},
    {"--list=1", "--list 1: takes no value"},
    {"--help=1", "--help 1: takes no value"},
};

// Every flag that takes a value, at the end of the line without one.
static const char *const with_value[] = {"-m",     "-n",     "-k",       "--size",  "--step",
                                         "--a",    "--b",    "--out",    "--alpha", "--beta",
                                         "--reps", "--seed", "--format", "--gpu"};

Test(cli, bad_values_are_refused)
{
    for (int c = 0; c < CLI_CHAPTERS; c++)
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            refused(cli_chapters[c], bad[i].words, bad[i].message);
}

Test(cli, missing_values_are_refused)
{
    for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++) {
        char words[100], message[100];
        snprintf(message, sizeof message, "%s: needs a value", with_value[i]);
        refused("01_cpu", with_value[i], message);
        snprintf(words, sizeof words, "%s=", with_value[i]);
        refused("01_cpu", words, message);
        snprintf(words, sizeof words, "%s --list", with_value[i]);
        refused("01_cpu", words, message);
    }
}

Test(cli, a_refused_request_writes_no_file)
{
    char words[300];
    snprintf(words, sizeof words, "--out %s -m x", scratch_path("C.npy"));
    refused("01_cpu", words, "-m x");
    cr_assert(scratch_file_count() == 0);
}

// ---- Good requests -------------------------------------------------------------------------------

// A pipe has 80 columns.
static void fits_80_columns(const char *text)
{
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        cr_assert(length <= 80, "--help is wider than 80 columns: %.*s", (int)length, text);
    }
}

Test(cli, help_and_list)
{
    for (int c = 0; c < CLI_CHAPTERS; c++) {
        struct run run = accepted(cli_chapters[c], "--help");
        for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++)
            cr_assert(has(run.out, with_value[i]), "--help does not name %s", with_value[i]);
        fits_80_columns(run.out);
        run_free(&run);
        accepted_with(cli_chapters[c], "--list", "  1_");
        accepted_with(cli_chapters[c], "--list --format csv", ",1_");
        accepted_with(cli_chapters[c], "--list --format=json", "\"step\":\"1_");
    }
}

// Counts "ok" rows.
static int ok_rows(const char *text)
{
    int count = 0;
    while ((text = strstr(text, " ok ")) != NULL)
        count++, text++;
    return count;
}

Test(cli, sizes)
{
    for (int c = 0; c < CLI_CHAPTERS; c++) {
        accepted_with(cli_chapters[c], "--size 20 --reps 1 --step 1", "m = 20, n = 20, k = 20");
        accepted_with(cli_chapters[c], "-m 3 -n=5 -k 7 --reps 1 --step 1", "m = 3, n = 5, k = 7");
        accepted_with(cli_chapters[c], "-m 0 -n 5 -k 7", "C is empty");
        accepted_with(cli_chapters[c], "-m 5 -n 0 -k 7", "C is empty");
        accepted_with(cli_chapters[c], "-m 5 -n 6 -k 0 --beta 2 --reps 1", "only beta C remains");
        accepted_with(cli_chapters[c], "--size 0", "C is empty");
    }
}

Test(cli, steps_by_name_number_and_part)
{
    const char *const names[] = {"1_uncoalesced", "uncoalesced", "1", "unco"};
    for (int i = 0; i < 4; i++) {
        char words[100];
        snprintf(words, sizeof words, "--size 20 --reps 1 --step %s", names[i]);
        struct run run = accepted("02_naive", words);
        cr_assert(has(run.out, "1_uncoalesced") && ok_rows(run.out) == 1, "%s", run.out);
        run_free(&run);
    }
    // "coalesced" is a part of both names, and the whole of one.
    struct run run = accepted("02_naive", "--size 20 --reps 1 --step coalesced");
    cr_assert(has(run.out, "2_coalesced") && ok_rows(run.out) == 1, "%s", run.out);
    run_free(&run);
    run = accepted("02_naive", "--size 20 --reps 1 --step 2 --step 1 --step 2");
    cr_assert(ok_rows(run.out) == 2, "%s", run.out);
    cr_assert(strstr(run.out, "2_coal") < strstr(run.out, "1_unco"), "order: %s", run.out);
    run_free(&run);
    refused("02_naive", "--step coal", "more than one step");
    refused("01_cpu", "--step 0", "--step 0: no such step"); // no part of 10
    refused("01_cpu", "--size 4 --size 5", "--size: given twice");
}

// A formula, not a loop: as fast for two billion rows as for two.
Test(cli, predictions_take_no_time)
{
    static const char *const chapters[] = {"02_naive", "06_layouts"};
    for (int c = 0; c < 2; c++) {
        bool late;
        struct run run =
            run_program_for((const char *const[]){chapter_program(chapters[c]), "--predict", "-m",
                                                  "2000000000", "-n", "1", "-k", "1", NULL},
                            10, &late);
        cr_expect(!late && run.status == 0, "%s: status %d: %s", chapters[c], run.status, run.err);
        run_free(&run);
    }
}

Test(cli, other_flags)
{
    for (int c = 0; c < CLI_CHAPTERS; c++) {
        accepted_with(cli_chapters[c], "--size 20 --reps 2 --alpha -1.5 --beta=0.5 --step 1",
                      "C = -1.5 A B + 0.5 C");
        accepted_with(cli_chapters[c], "--size 20 --reps 1 --step 1 --seed 7 --cold", "(seed 7)");
        accepted_with(cli_chapters[c], "--size 20 --reps 1 --step 1 --hot", " ok ");
        accepted_with(cli_chapters[c], "--size 20 --reps 1 --step 1 --alpha 0 --beta 1", " ok ");
    }
}

// Steps that multiply A by alpha first lose digits or overflow, as BLAS allows.
Test(cli, alpha_at_the_ends_of_its_range)
{
    const char *const alphas[] = {"1e-40", "-1e-44", "3e38"};
    for (int i = 0; i < 3; i++) {
        char words[100];
        snprintf(words, sizeof words, "-m 40 -n 8 -k 17 --reps 1 --alpha %s", alphas[i]);
        struct run run = accepted("01_cpu", words);
        cr_assert(!has(run.out, "wrong"), "%s", run.out);
        run_free(&run);
    }
}

Test(cli, leading_dimensions)
{
    const char *const words = "-m 5 -n 6 -k 7 --lda 9 --ldb 10 --ldc 11 --beta 2 --reps 1";
    for (int c = 0; c < CLI_CHAPTERS; c++) {
        accepted_with(cli_chapters[c], words, " ok ");
        refused(cli_chapters[c], "-m 5 -n 6 -k 7 --lda 6",
                "--lda 6: a row of A has 7 elements; allowed is that or more");
        refused(cli_chapters[c], "-m 5 -n 6 -k 7 --ldc 5", "--ldc 5: a row of C has 6");
    }
    refused("06_layouts", "--step 1_vector_add --lda 9", "--lda: none of the chosen steps has one");
}

// ---- Formats -------------------------------------------------------------------------------------

Test(cli, json_is_one_object_a_line)
{
    for (int c = 0; c < CLI_CHAPTERS; c++) {
        struct run run =
            accepted(cli_chapters[c], "--size 20 --reps 1 --format json --step 1 --step 2");
        cr_assert(count_lines(run.out) == 2, "%s", run.out);
        static const char *const keys[] = {"chapter", "step",   "m",       "n",     "k",
                                           "types",   "status", "max_err", "bound", "machine"};
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            char key[40];
            snprintf(key, sizeof key, "\"%s\":", keys[i]);
            cr_assert(has(run.out, key), "no %s in %s", key, run.out);
        }
        // Times if there are times, else counters; never both.
        cr_assert(has(run.out, "\"times\":{") != has(run.out, "\"counters\":{"), "%s", run.out);
        cr_assert(has(run.out, "\"emulated\":true") == has(run.out, "\"counters\":{"));
        run_free(&run);
    }
}

Test(cli, json_and_csv_are_read_by_python)
{
    if (!have_numpy())
        cr_skip_test("no Python");
    for (int c = 0; c < CLI_CHAPTERS; c++) {
        struct run run = accepted(cli_chapters[c], "--size 20 --reps 1 --format json");
        write_bytes(scratch_path("out.json"), run.out, strlen(run.out));
        run_free(&run);
        run = accepted(cli_chapters[c], "--size 20 --reps 1 --format csv");
        write_bytes(scratch_path("out.csv"), run.out, strlen(run.out));
        run_free(&run);
        char script[1000];
        snprintf(script, sizeof script,
                 "import csv, json\n"
                 "rows = [json.loads(line) for line in open('%s')]\n"
                 "table = list(csv.DictReader(open('%s')))\n"
                 "assert len(rows) == len(table) >= 2\n"
                 "for r, t in zip(rows, table):\n"
                 "    assert r['status'] == t['status'] == 'ok' and r['step'] == t['step']\n"
                 "    assert r['m'] == int(t['m']) == 20 and r['machine'] == t['machine']\n"
                 "    assert 0 <= r['max_err'] <= r['bound'] and None not in t\n",
                 scratch_path("out.json"), scratch_path("out.csv"));
        run = run_numpy(script);
        cr_assert(run.status == 0, "%s", run.err);
        run_free(&run);
    }
}

// ---- Chapter 02's own ----------------------------------------------------------------------------

Test(cli, waves)
{
    accepted_with("02_naive", "--waves -k 16 --reps 1", "idle (computed)");
    struct run run = accepted("02_naive", "--waves -k 16 --reps 1 --format json");
    cr_assert(has(run.out, "\"computed_idle_share\":0,") && has(run.out, "\"blocks\":"));
    run_free(&run);
    run = accepted("02_naive", "--waves -k 16 --reps 1 --format csv");
    cr_assert(count_lines(run.out) > 10 && has(run.out, "computed_idle_share"));
    run_free(&run);
    refused("02_naive", "--waves --out C.npy", "--out C.npy: --waves computes no C");
    refused("01_cpu", "--waves", "--waves: unknown flag");
}

// ---- Expected times ------------------------------------------------------------------------------

// On a real GPU the table has times.
static bool emulated_has(const char *text, const char *words)
{
    return !has(text, "Emulated") || has(text, words);
}

static int longest_line(const char *text)
{
    int longest = 0;
    while (*text) {
        const int length = (int)strcspn(text, "\n");
        longest = length > longest ? length : longest;
        text += length + (text[length] == '\n');
    }
    return longest;
}

// COLUMNS is not set in the tests, and what they read is not a terminal.
Test(cli, a_table_fits_80_columns)
{
    static const char *const chapters[] = {"01_cpu", "02_naive", "05_outer_product", "09_hopper"};
    for (size_t i = 0; i < sizeof chapters / sizeof *chapters; i++) {
        struct run run = accepted(chapters[i], "--step 1 --size 40 --reps 1");
        cr_expect(longest_line(run.out) <= 80, "%s", run.out);
        run_free(&run);
    }
    struct run run = accepted("02_naive", "--step 2 --reps 1 --wide");
    cr_expect(has(run.out, "max error    allowed") && longest_line(run.out) > 80, "%s", run.out);
    run_free(&run);
}

Test(cli, expected_times_are_shown_beside_counters)
{
    struct run run = accepted("02_naive", "--step 2 --reps 1 --wide");
    cr_expect(emulated_has(run.out, "at 4096  TFLOP/s  waits most for"), "%s", run.out);
    cr_expect(emulated_has(run.out, "long scoreboard  waits for data"), "%s", run.out);
    cr_expect(emulated_has(run.out, "simulated, not measured") && !has(run.out, "bound by"), "%s",
              run.out);
    struct run again = accepted("02_naive", "--step 2 --reps 1 --wide");
    cr_expect(emulated_has(run.out, "ms") &&
                  (!has(run.out, "Emulated") || !strcmp(run.out, again.out)),
              "not the same twice: %s%s", run.out, again.out);
    run_free(&again);
    run_free(&run);
    run = accepted("02_naive", "--step 2 -m 40 -n 70 -k 30 --reps 1");
    cr_expect(emulated_has(run.out, "  expected\n") && !has(run.out, "at 4096"), "%s", run.out);
    run_free(&run);
    accepted_with("02_naive", "--predict --step 2",
                  "bound by"); // nothing runs, nothing is simulated
}

// Both split tiles along k and count arrivals in one workspace; for a time one block alone runs.
Test(cli, a_simulated_step_leaves_the_next_one_nothing)
{
    accepted_with("08_cutlass_hierarchy",
                  "--size 257 --reps 1 --step 8_converts_f32 --step 8_converts_s8",
                  "8_converts_s8   ok ");
}

// The largest m n k whose counts are printed: 2^57. None of them has wrapped round to less than 0.
Test(cli, predictions_fit_64_bits)
{
    const char *const chapters[] = {"02_naive", "04_shared", "05_outer_product", "09_hopper"};
    for (size_t c = 0; c < sizeof chapters / sizeof *chapters; c++) {
        struct run run = accepted(chapters[c], "--predict --counters --size 524288");
        for (const char *at = run.out; (at = strstr(at, " -")) != NULL; at += 2)
            cr_expect(at[2] < '0' || at[2] > '9', "%s: %.60s", chapters[c], at);
        run_free(&run);
    }
    accepted_with("02_naive", "--predict --size 4000000", "6.4e+19 products, more than 2^57");
}
