// SPDX-License-Identifier: MIT
//
// test_emu_bench.c: the tools of bench/: the benchmark's requests and its check of results (nothing
// is timed here: the emulated GPU has no times), the tables for the lessons, the reader of machine
// code, ncu's counters of the steps.
#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bench/gemm/gemm.h"
#include "../common/cuda_check.h"
#include "chapters.h"
#include "cli.h"
#include "support.h"

TestSuite(emu_bench, .fini = scratch_remove);

static struct run run_gemm(const char *words)
{
    const char *build = getenv("BUILD_DIR");
    char relative[200], path[4096];
    snprintf(relative, sizeof relative, "%s/bench/gemm/gemm", build ? build : "build/emu");
    snprintf(path, sizeof path, "%s", repository_path(relative));
    return run_words(path, words);
}

// A shell's command line in the root of the repository.
static struct run shell(const char *format, ...) __attribute__((format(printf, 1, 2)));

static struct run shell(const char *format, ...)
{
    char command[4096], line[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    snprintf(line, sizeof line, "cd '%s' && unset MAKEFLAGS MFLAGS MAKELEVEL; %s",
             repository_path("."), command);
    const char *argv[] = {"/bin/sh", "-c", line, NULL};
    return run_program(argv);
}

static void must(struct run run, int status, const char *out_has, const char *err_has)
{
    cr_assert(run.status == status, "exit status %d, expected %d: %s%s", run.status, status,
              run.out, run.err);
    cr_assert(has(run.out, out_has), "stdout lacks '%s': %s", out_has, run.out);
    cr_assert(has(run.err, err_has), "stderr lacks '%s': %s", err_has, run.err);
    run_free(&run);
}

// ---- The benchmark -------------------------------------------------------------------------------

Test(emu_bench, bad_requests_are_refused)
{
    static const struct {
        const char *words, *message;
    } bad[] = {
        {"--sizes 1,x", "--sizes 1,x: not sizes with commas between"},
        {"--sizes 0", "--sizes 0: not sizes"},
        {"--sizes 99999999999", "allowed are integers from 1 to 16384"},
        {"--sizes 8,", "--sizes 8,: not sizes"},
        {"--sizes none --shapes 0", "no shape is left"},
        {"--shapes -1", "--shapes -1: out of range"},
        {"--step 02/9", "--step 02/9: no such float32 step on the GPU"},
        {"--step nosuch", "--step nosuch: no such"},
        {"--chapter 01", "--chapter 01: no such"},
        {"--reps 2", "--reps 2: out of range; allowed are integers from 3 to 200"},
        {"--l2 warm", "--l2 warm: not known; allowed are kept, emptied"},
        {"--check --once", "only one of --check, --once, --predict"},
        {"--nosuch", "--nosuch: unknown flag"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct run run = run_gemm(bad[i].words);
        cr_assert(run.status == 2, "%s: exit status %d: %s", bad[i].words, run.status, run.err);
        cr_assert(run.out[0] == '\0', "%s: wrote on stdout: %s", bad[i].words, run.out);
        cr_assert(count_lines(run.err) == 1 && strncmp(run.err, "gemm: ", 6) == 0, "%s", run.err);
        cr_assert(has(run.err, bad[i].message), "%s: said '%s', expected '%s'", bad[i].words,
                  run.err, bad[i].message);
        run_free(&run);
    }
}

Test(emu_bench, says_that_it_needs_a_gpu)
{
    struct run run = run_gemm("--sizes 64");
    cr_assert(run.status == 0 && run.out[0] == '\0' && count_lines(run.err) == 1, "%s%s", run.out,
              run.err);
    cr_assert(has(run.err, "needs a GPU"), "%s", run.err);
    run_free(&run);
}

static int steps_on_gpu(void)
{
    const struct chapter *chapter;
    int count = 0;
    for (int i = 0; i < step_total(); i++) {
        const struct step *step = step_number(i, &chapter);
        count += step->place == STEP_ON_GPU && step->kind == STEP_GEMM;
    }
    return count;
}

Test(emu_bench, checks_every_step_of_every_chapter)
{
    struct run run = run_gemm("--check --sizes 33 --shapes 0");
    cr_assert(run.status == 0, "%s%s", run.out, run.err);
    int rows = 0;
    for (const char *at = run.out; (at = strstr(at, " ok ")) != NULL; at++)
        rows++;
    cr_assert(rows == steps_on_gpu(), "%d rows for %d steps: %s", rows, steps_on_gpu(), run.out);
    run_free(&run);
}

// ---- Its check -----------------------------------------------------------------------------------

enum { SIZE = 80 };

static sgemm_nn_fn *right;

static void find_right(void)
{
    const struct chapter *chapter;
    for (int i = 0; !right; i++) {
        const struct step *step = step_number(i, &chapter);
        if (step->place == STEP_ON_GPU)
            right = step->run.sgemm_nn;
    }
}

static void sgemm_right(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                        int ldb, float beta, float *C, int ldc)
{
    right(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

static void sgemm_without_last_product(int m, int n, int k, float alpha, const float *A, int lda,
                                       const float *B, int ldb, float beta, float *C, int ldc)
{
    right(m, n, k - 1, alpha, A, lda, B, ldb, beta, C, ldc);
}

static void sgemm_without_last_row(int m, int n, int k, float alpha, const float *A, int lda,
                                   const float *B, int ldb, float beta, float *C, int ldc)
{
    right(m - 1, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

// One element in the middle becomes `value`, or goes off by `by`.
static void spoil(float *C, int ldc, float value, float by)
{
    float *d = &C[SIZE / 2 * ldc + 7], got;
    CUDA_CHECK(cudaMemcpy(&got, d, sizeof got, cudaMemcpyDeviceToHost));
    got = isnan(by) ? value : got + by;
    CUDA_CHECK(cudaMemcpy(d, &got, sizeof got, cudaMemcpyHostToDevice));
}

static void sgemm_with_nan(int m, int n, int k, float alpha, const float *A, int lda,
                           const float *B, int ldb, float beta, float *C, int ldc)
{
    right(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    spoil(C, ldc, NAN, NAN);
}

static void sgemm_with_inf(int m, int n, int k, float alpha, const float *A, int lda,
                           const float *B, int ldb, float beta, float *C, int ldc)
{
    right(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    spoil(C, ldc, -INFINITY, NAN);
}

static void sgemm_a_little_off(int m, int n, int k, float alpha, const float *A, int lda,
                               const float *B, int ldb, float beta, float *C, int ldc)
{
    right(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    spoil(C, ldc, 0, 1e-3f);
}

Test(emu_bench, its_check_finds_what_is_wrong)
{
    static const struct {
        const char *name;
        sgemm_nn_fn *sgemm;
        bool right;
    } cases[] = {
        {"right", sgemm_right, true},
        {"without the last product", sgemm_without_last_product, false},
        {"without the last row", sgemm_without_last_row, false},
        {"one NaN", sgemm_with_nan, false},
        {"one Inf", sgemm_with_inf, false},
        {"one element a little off", sgemm_a_little_off, false},
    };
    find_right();
    struct problem problem;
    const struct shape shape = {.m = SIZE, .n = SIZE + 1, .k = SIZE - 1};
    problem_create(&problem, &shape, 3);
    cr_assert(check_prepare(&problem), "the reference on the GPU is wrong");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct entrant entrant = {.name = cases[i].name, .sgemm = cases[i].sgemm};
        struct failure why = {""};
        const double error = check_entrant(&problem, &entrant, &why);
        cr_expect((error <= 1) == cases[i].right, "%s: error %g", cases[i].name, error);
        cr_expect(has(why.text, "expected") == !cases[i].right, "%s: %s", cases[i].name, why.text);
    }
    problem_free(&problem);
}

// ---- Tables --------------------------------------------------------------------------------------

#define TABLE "bench/ladder_table.py --results tests/bench/results.tsv "

Test(emu_bench, table_is_as_recorded)
{
    must(shell(TABLE "print ladder 4096 | cmp - tests/bench/ladder.md"), 0, "", "");
    must(shell(TABLE "print sizes 02/2"), 0, "| 4096 | ", "");
    must(shell(TABLE "print shapes 02/2_coalesced"), 0, "| 656 × 722 × 1998 | ", "");
    must(shell(TABLE "print ceilings"), 0, "| `ffma` | 64.86 TFLOP/s |", "");
}

Test(emu_bench, bad_tables_are_refused)
{
    must(shell(TABLE "print nosuch"), 2, "", "table nosuch: not known; there are ladder");
    must(shell(TABLE "print ladder"), 2, "", "wrong number of words");
    must(shell(TABLE "print ladder 77"), 2, "", "ladder 77: not a size");
    must(shell(TABLE "print ladder 4096 09_none"), 2, "", "no such rows");
    must(shell(TABLE "print sizes 09/1"), 2, "", "09/1: no such step");
    must(shell("bench/ladder_table.py --results nofile print ladder 4096"), 2, "",
         "nofile: No such file or directory");
    must(shell("bench/ladder_table.py --results README.md print ladder 4096"), 2, "",
         "not a results file");
}

Test(emu_bench, tables_in_lessons_are_written_and_checked)
{
    static const char lesson[] = "# Lesson\n\n<!-- table: ladder 4096 -->\n<!-- end -->\n\nText.\n";
    char path[200];
    snprintf(path, sizeof path, "%s", scratch_path("lesson.md"));
    write_bytes(path, lesson, sizeof lesson - 1);
    must(shell(TABLE "check %s", path), 1, "", "`make tables` writes it");
    must(shell(TABLE "write %s", path), 0, "wrote the tables of", "");
    must(shell(TABLE "check %s", path), 0, "", "");
    must(shell("cat %s", path), 0, "| `02/2_coalesced` | 5.20 | 10.1% | 5.35 × |", "");
    must(shell("sed -i s/5.20/5.21/ %s", path), 0, "", "");
    must(shell(TABLE "check %s", path), 1, "", "a table is not what");
    must(shell("sed -i /end/d %s", path), 0, "", "");
    must(shell(TABLE "check %s", path), 2, "", "without its `<!-- end -->`");
}

// ---- Plots, where matplotlib is ------------------------------------------------------------------

Test(emu_bench, plots_are_the_same_each_time)
{
    char path[200];
    snprintf(path, sizeof path, "%s", scratch_path("once"));
    must(shell("for python in python3 /usr/bin/python3; do"
               "    $python -c 'import matplotlib' 2>/dev/null || continue;"
               "    for name in a b; do"
               "        $python bench/plot_ladder.py --results tests/bench/results.tsv"
               "            --out $(dirname %s) --name $name >/dev/null || exit 1;"
               "    done;"
               "    cd $(dirname %s) && for p in ladder sizes roofline; do"
               "        cmp ${p}_a.svg ${p}_b.svg || exit 1; done; exit 0; done",
               path, path),
         0, "", "");
}

// ---- Machine code --------------------------------------------------------------------------------

Test(emu_bench, loops_of_recorded_machine_code)
{
    must(shell("bench/sass.py --sass tests/bench/tiny.sass --usage tests/bench/tiny.usage | "
               "cmp - tests/bench/tiny.txt"),
         0, "", "");
    must(shell("bench/sass.py --sass tests/bench/tiny.sass --dump"), 0,
         "    0220  @!P0 BRA 0x180\n", "");
    must(shell("bench/sass.py --sass tests/bench/tiny.sass --kernel nosuch"), 2, "",
         "no kernel nosuch");
    must(shell("bench/sass.py --sass nofile"), 2, "", "nofile: No such file");
    must(shell("bench/sass.py"), 2, "", "say an object file");
    must(shell("bench/sass.py --cuobjdump ./nosuch file.o"), 2, "", "./nosuch: not found");
}

Test(emu_bench, step_of_machine_code_must_exist)
{
    must(shell("mk/step_file.sh 02/9 01_cpu 02_naive"), 2, "", "STEP=02/9: say chapter/step");
    must(shell("mk/step_file.sh 02/1 01_cpu 02_naive"), 0, " 02_naive/1_uncoalesced.cu\n", "");
}

// nvcc and cuobjdump, where both are installed.
Test(emu_bench, loops_of_a_step)
{
    struct run run = shell("PATH=$PATH:/usr/local/cuda/bin; command -v nvcc >/dev/null && "
                           "command -v cuobjdump >/dev/null || exit 77; "
                           "make -s GPU=cuda sass STEP=02/2");
    if (run.status == 77)
        run_free(&run);
    else
        must(run, 0, "sgemm_coalesced: ", "");
}

// ---- ncu's counters of the steps -----------------------------------------------------------------

#define NCU "bench/results/ncu_steps_h200.tsv"
#define JOIN \
    "bench/ncu_compare.py join --common --ncu " NCU \
    " $(test -f bench/results/ncu_steps_explained.tsv &&" \
    " echo --explained bench/results/ncu_steps_explained.tsv) --emu "

// The size and whether the record names steps (older ones name kernels only).
static int recorded_size(bool *has_steps)
{
    struct run run = shell("sed -n 's/^# program: .*--sizes* \\([0-9]*\\).*/\\1/p' " NCU "; "
                           "grep '^index' " NCU " | tr '\\t' '\\n' | grep -x step");
    const int size = atoi(run.out);
    *has_steps = has(run.out, "step");
    run_free(&run);
    cr_assert(size > 0, NCU " does not say its size");
    return size;
}

// The formulas agree with the emulator (test_counters_predicted), and cost no time: so all steps.
Test(emu_bench, formulas_equal_what_ncu_counted)
{
    bool has_steps;
    const int size = recorded_size(&has_steps);
    if (!has_steps)
        return;
    char predicted[200], words[200];
    snprintf(predicted, sizeof predicted, "%s", scratch_path("predicted.tsv"));
    snprintf(words, sizeof words, "--predict --shapes 0 --sizes %d", size);
    struct run run = run_gemm(words);
    write_bytes(predicted, run.out, strlen(run.out));
    run_free(&run);
    must(shell(JOIN "%s", predicted), 0, " 0 different", "");
}

// The emulator itself, on the last step of each chapter: a second or less for each.
Test(emu_bench, emulator_counts_what_ncu_counted)
{
    bool has_steps;
    const int size = recorded_size(&has_steps);
    char words[1000], counted[200];
    int used = snprintf(words, sizeof words, "--once --shapes 0 --sizes %d", size);
    for (int c = 0; c < all_chapter_count; c++) {
        const struct chapter *chapter = all_chapters[c];
        if (chapter->step_count == 0)
            continue;
        const struct step *last = &chapter->steps[chapter->step_count - 1];
        if (last->place == STEP_ON_GPU && last->kind == STEP_GEMM && last->type_ab == DTYPE_F32)
            used += snprintf(words + used, sizeof words - (size_t)used, " --step %s/%s",
                             chapter->name, last->name);
    }
    snprintf(counted, sizeof counted, "%s", scratch_path("counted.tsv"));
    must(shell("EMU_CHECK=off bench/ncu_compare.py emulate --out %s -- "
               "${BUILD_DIR:-build/emu}/bench/gemm/gemm "
               "%s && " JOIN "%s",
               counted, words, counted),
         0, " 0 different", "");
}
