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

#include "../../bench/gemm/gemm.h"
#include "../../common/device/cuda_check.h"
#include "../../common/step/kind.h"
#include "../../common/step/reference.h"
#include "../support/chapters.h"
#include "../support/cli.h"
#include "../support/support.h"

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
        {"--step 02/9", "--step 02/9: no such GEMM step on the GPU"},
        {"--step nosuch", "--step nosuch: no such"},
        {"--chapter 01", "--chapter 01: no such"},
        {"--types f12-f32", "--types f12-f32: no such"},
        {"--trans nx", "--trans nx: no such"},
        {"--step 02/2 --types f64-f64", "--types f64-f64: no such"},
        {"--random-step 02/9", "--random-step 02/9: no such"},
        {"--sizes 8x9", "--sizes 8x9: not sizes"},
        {"--sizes 8x9x", "--sizes 8x9x: not sizes"},
        {"--sizes 8x9x10x11", "--sizes 8x9x10x11: not sizes"},
        {"--sizes 64 --hot-sizes 65", "--hot-sizes: 65 x 65 x 65 is not one of --sizes"},
        {"--sizes 64 --hot-sizes x", "--hot-sizes x: not sizes"},
        {"--unchecked", "--unchecked: only with --once"},
        {"--check --beta 2", "--beta: only with --once"},
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

static int popcount(unsigned bits) { return bits == 0 ? 0 : (int)(bits & 1) + popcount(bits >> 1); }

// Each once for each of its transpositions.
static int products_on_gpu(void)
{
    const struct chapter *chapter;
    int count = 0;
    for (int i = 0; i < step_total(); i++) {
        const struct step *step = step_number(i, &chapter);
        if (step->place == STEP_ON_GPU)
            count += popcount(step_transposes(step));
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
    cr_assert(rows == products_on_gpu(), "%d rows for %d steps: %s", rows, products_on_gpu(),
              run.out);
    run_free(&run);
}

// ---- Its check -----------------------------------------------------------------------------------

enum { SIZE = 80 };

// C as it should be, but with n_k products and n_m rows; with element (SIZE / 2, 7) off by `by`.
static bool answer(const struct problem *problem, int n_m, int n_k, double by)
{
    struct gemm_problem p = problem->p;
    struct reference reference;
    struct matrix C;
    p.k = n_k;
    struct matrix A = problem->A, B = problem->B; // op(A) has fewer columns, op(B) fewer rows
    if (!p.trans_a)
        A.cols = n_k;
    else
        A.rows = n_k;
    if (!p.trans_b)
        B.rows = n_k;
    else
        B.cols = n_k;
    cr_assert(reference_gemm(&reference, &p, &A, &B, NULL));
    cr_assert(matrix_alloc(&C, problem->type_c, p.m, p.n, p.n));
    for (int i = 0; i < p.m; i++)
        for (int j = 0; j < p.n; j++)
            matrix_set(&C, i, j, reference.value[i * p.n + j]);
    matrix_set(&C, SIZE / 2, 7, matrix_get(&C, SIZE / 2, 7) + by);
    CUDA_CHECK(cudaMemcpy(problem->d_C, C.data, matrix_bytes(&C) / (size_t)p.m * (size_t)n_m,
                          cudaMemcpyHostToDevice));
    reference_free(&reference);
    matrix_free(&C);
    return true;
}

static double little; // more than rounding leaves, less than one product

static bool right(const struct problem *p, struct failure *why)
{
    (void)why;
    return answer(p, p->p.m, p->p.k, 0);
}

static bool without_last_product(const struct problem *p, struct failure *why)
{
    (void)why;
    return answer(p, p->p.m, p->p.k - 1, 0);
}

static bool without_last_row(const struct problem *p, struct failure *why)
{
    (void)why;
    return answer(p, p->p.m - 1, p->p.k, 0);
}

static bool with_nan(const struct problem *p, struct failure *why)
{
    (void)why;
    return answer(p, p->p.m, p->p.k, NAN);
}

static bool with_inf(const struct problem *p, struct failure *why)
{
    (void)why;
    return answer(p, p->p.m, p->p.k, -INFINITY);
}

static bool a_little_off(const struct problem *p, struct failure *why)
{
    (void)why;
    return answer(p, p->p.m, p->p.k, little);
}

Test(emu_bench, its_check_finds_what_is_wrong)
{
    static const struct {
        const char *name;
        peer_fn *peer;
        bool right;
    } cases[] = {
        {"right", right, true},
        {"without the last product", without_last_product, false},
        {"without the last row", without_last_row, false},
        {"one NaN", with_nan, false},
        {"one Inf", with_inf, false},
        {"one element a little off", a_little_off, false},
    };
    static struct group groups[] = {
        {.type_ab = DTYPE_F32, .type_c = DTYPE_F32, .types = "f32-f32"},
        {.type_ab = DTYPE_F16, .type_c = DTYPE_F32, .types = "f16-f32"},
        {.type_ab = DTYPE_BF16, .type_c = DTYPE_F32, .types = "bf16-f32"},
        {.type_ab = DTYPE_TF32, .type_c = DTYPE_F32, .types = "tf32-f32"},
        {.type_ab = DTYPE_F16, .type_c = DTYPE_F16, .types = "f16-f16"},
        {.type_ab = DTYPE_I8, .type_c = DTYPE_I32, .types = "i8-i32"},
        {.type_ab = DTYPE_F64, .type_c = DTYPE_F64, .types = "f64-f64"},
        {.type_ab = DTYPE_F32,
         .type_c = DTYPE_F32,
         .types = "f32-f16-f32",
         .converts_to_f16 = true},
    };
    static const double littles[] = {1e-3, 3e-3, 3e-3, 3e-3, 0.7, 1, 1e-11, 3e-3};
    const struct bench_shape shape = {.m = SIZE, .n = SIZE + 1, .k = SIZE - 1};
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        // Every transposition comes, each with another type.
        groups[g].transpose = 1u << g % 4;
        little = littles[g];
        struct problem problem;
        problem_create(&problem, &groups[g], &shape, 3);
        cr_assert(check_prepare(&problem), "%s: the reference is wrong", groups[g].types);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const struct entrant entrant = {.name = cases[i].name, .peer = cases[i].peer};
            struct failure why = {""};
            double error = NAN;
            // An i32 has neither NaN nor Inf: the one becomes 0, the other the least integer.
            cr_assert(check_entrant(&problem, &entrant, &error, &why));
            cr_expect((error <= 1) == cases[i].right, "%s, %s: error %g", groups[g].types,
                      cases[i].name, error);
            cr_expect(has(why.text, "expected") == !cases[i].right, "%s: %s", cases[i].name,
                      why.text);
        }
        problem_free(&problem);
    }
}

// ---- Tables --------------------------------------------------------------------------------------

#define TABLE "bench/ladder_table.py --results tests/bench/results.tsv "
#define TABLE_OF_TWO TABLE "--results tests/bench/results_f16.tsv "

Test(emu_bench, table_is_as_recorded)
{
    must(shell(TABLE "print ladder 4096 | cmp - tests/bench/ladder.md"), 0, "", "");
    must(shell(TABLE "print sizes 02/2"), 0, "| 4096 | ", "");
    must(shell(TABLE "print shapes 02/2_coalesced"), 0, "| 656 × 722 × 1998 | ", "");
    must(shell(TABLE "print ceilings"), 0, "| `ffma` | 64.86 TFLOP/s |", "");
}

// Of two runs, the second with types and transposes.
Test(emu_bench, table_of_types_is_as_recorded)
{
    must(shell("{ " TABLE_OF_TWO "print ladder 4096; echo; " TABLE_OF_TWO
               "print types 4096; } | cmp - tests/bench/ladder_f16.md"),
         0, "", "");
    must(shell(TABLE_OF_TWO "print ladder 4096 02_naive | grep -c 07/"), 1, "0", "");
    must(shell(TABLE_OF_TWO "print steps 4096 02/2 08/1"), 0,
         "| `02/2_coalesced` | float32 | 5.20 | 51.3 | 10.1% | 64.9 | 8.0% |\n"
         "| `08/1_tuned` | f16, sums in float32 | 490 | 700 | 70.0% | 600 | 81.7% |\n",
         "");
    must(shell(TABLE_OF_TWO "print sizes 08/1 nt"), 0, "| `08/1_tuned` NT, m = n = k |", "");
    must(shell(TABLE_OF_TWO "print shapes 08/1"), 0, "| `08/1_tuned` NN, m × n × k |", "");
    must(shell(TABLE_OF_TWO "print ceilings"), 0, "| `mma_f16_f32` | 600 TFLOP/s |", "");
    must(shell("bench/ladder_table.py --results bench/results/h200_gemm_f16.tsv print cycles 4096"),
         0, "| NN: cycles of an SM | sectors |", "");
    must(shell(TABLE "print chains mma_i8_i32 | head -1"), 0,
         "| TOP/s: warps in an SM | chains: 1 |", "");
}

Test(emu_bench, bad_tables_are_refused)
{
    must(shell(TABLE "print nosuch"), 2, "", "table nosuch: not known; there are ladder");
    must(shell(TABLE "print ladder"), 2, "", "wrong number of words");
    must(shell(TABLE "print ladder 77"), 2, "", "ladder 77: not a size");
    must(shell(TABLE "print ladder 4096 09_none"), 2, "", "no such rows");
    must(shell(TABLE "print types 4096"), 2, "", "types 4096 : no such rows");
    must(shell(TABLE "print steps 4096"), 2, "", "wrong number of words");
    must(shell(TABLE "print steps 4096 02/2 09/1"), 2, "", "09/1: no such step");
    must(shell(TABLE_OF_TWO "print steps 1024 08/1"), 2, "", "08/1: not timed at this size");
    must(shell(TABLE "print cycles 4096"), 2, "", "cycles 4096 : no such rows");
    must(shell(TABLE "print chains ffma"), 2, "", "chains ffma: no such rows");
    must(shell(TABLE "print sizes 02/2 tt"), 2, "", "02/2: no such step");
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
               "            --results tests/bench/results_f16.tsv"
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
    must(shell("mk/step_file.sh 02/1 01_cpu 02_naive"), 0, "/dev/null 02_naive/1_uncoalesced.cu\n",
         "");
    must(shell("mk/step_file.sh 05/8 05_outer_product"), 0,
         "05_outer_product/7_double_buffer.cu 05_outer_product/8_tuned/8_tuned.cu 05_outer", "");
    must(shell("mk/diff.sh 02/1 02_naive"), 0, "02_naive begins with this step", "");
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
    "common/emu/validate/ncu_compare.py join --common --ncu " NCU \
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
    for (int c = 0; c < course_chapter_count; c++) {
        const struct chapter *chapter = course_chapters[c];
        if (chapter->step_count == 0)
            continue;
        const struct step *last = chapter_step(chapter, chapter->step_count - 1);
        // A tensor core's work takes the emulator longer: the formulas stand for those steps.
        if (last->place == STEP_ON_GPU && last->kind == STEP_GEMM && !last->on_tensor_cores)
            used += snprintf(words + used, sizeof words - (size_t)used, " --step %s/%s",
                             chapter->name, last->name);
    }
    snprintf(counted, sizeof counted, "%s", scratch_path("counted.tsv"));
    must(shell("EMU_CHECK=off common/emu/validate/ncu_compare.py emulate --out %s -- "
               "${BUILD_DIR:-build/emu}/bench/gemm/gemm "
               "%s && " JOIN "%s",
               counted, words, counted),
         0, " 0 different", "");
}
