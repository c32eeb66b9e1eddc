// SPDX-License-Identifier: MIT
//
// test_emu_bench.c: the benchmark's requests and its check of results. Nothing is timed here: the
// emulated GPU has no times.
#include <criterion/criterion.h>
#include <math.h>
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
#include "tools.h"

TestSuite(emu_bench, .fini = scratch_remove);

// ---- The benchmark -------------------------------------------------------------------------------

Test(emu_bench, bad_requests_are_refused)
{
    static const struct {
        const char *words, *message;
    } bad[] = {
        {"--sizes 1,x", "--sizes 1,x: not sizes with commas between"},
        {"--sizes 0", "--sizes 0: not sizes"},
        {"--sizes 99999999999", "allowed are integers from 1 to 32768"},
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

static int times_in(const char *text, const char *word)
{
    int times = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        times++;
    return times;
}

Test(emu_bench, checks_every_step_of_every_chapter)
{
    struct run run = run_gemm("--check --sizes 33 --shapes 0");
    cr_assert(run.status == 0, "%s%s", run.out, run.err);
    const int rows = times_in(run.out, " ok "), few = times_in(run.out, "for at most 16 rows");
    cr_assert(rows + few == products_on_gpu(), "%d and %d rows for %d steps: %s", rows, few,
              products_on_gpu(), run.out);
    run_free(&run);
    run = run_gemm("--check --sizes 9 --shapes 0 --step 09/14");
    cr_assert(run.status == 0 && times_in(run.out, " ok ") == few, "%s%s", run.out, run.err);
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
        {.type_ab = DTYPE_E4M3, .type_c = DTYPE_F32, .types = "e4m3-f32"},
        {.type_ab = DTYPE_E4M3, .type_c = DTYPE_F32, .types = "e4m3-scaled-f32", .scaled = true},
    };
    static const double littles[] = {1e-3, 3e-3, 3e-3, 3e-3, 0.7, 1, 1e-11, 3e-3, 0.2, 0.2};
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
