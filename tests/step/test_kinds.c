// SPDX-License-Identifier: MIT
//
// test_kinds.c: steps that are not GEMMs: their references find what is wrong, their flags are
// those that mean something.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../common/device/index.h"
#include "../../common/step/kind.h"
#include "../../common/step/verify.h"
#include "../support/cli.h"

// ---- A chapter of all kinds, each right and wrong ------------------------------------------------

static void axpby(int n, float a, const void *x, float b, const void *y, float c, void *z)
{
    for (int j = 0; j < n; j++)
        ((float *)z)[j] = a * ((const float *)x)[j] + b * ((const float *)y)[j] + c;
}

static void axpby_short(int n, float a, const void *x, float b, const void *y, float c, void *z)
{
    axpby(n - 1, a, x, b, y, c, z);
}

static void row_sums(int m, int n, const void *A, int lda, void *sums)
{
    for (int i = 0; i < m; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++)
            sum += ((const float *)A)[row_major(i, j, lda)];
        ((float *)sums)[i] = sum;
    }
}

static void row_sums_of_one_less(int m, int n, const void *A, int lda, void *sums)
{
    row_sums(m, n - 1, A, lda, sums);
}

static void sum_squares(int m, int n, const void *A, int lda, void *sum)
{
    *(double *)sum = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            const double a = ((const double *)A)[row_major(i, j, lda)];
            *(double *)sum += a * a;
        }
}

static void transpose(int m, int n, const void *A, int lda, void *C, int ldc)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            ((float *)C)[row_major(j, i, ldc)] = ((const float *)A)[row_major(i, j, lda)];
}

static void transpose_rounded(int m, int n, const void *A, int lda, void *C, int ldc)
{
    transpose(m, n, A, lda, C, ldc);
    float *corner = &((float *)C)[row_major(n - 1, m - 1, ldc)];
    *corner = nextafterf(*corner, INFINITY);
}

#define STEP(text, its_kind, type) \
    .name = text, .teaches = "a kind", .kind = its_kind, .place = STEP_ON_CPU, .type_ab = type, \
    .type_c = type

static struct step steps[] = {
    {STEP("1_vector", STEP_VECTOR, DTYPE_F32), .run.vector = axpby},
    {STEP("2_vector_short", STEP_VECTOR, DTYPE_F32), .run.vector = axpby_short},
    {STEP("3_row_sum", STEP_ROW_SUM, DTYPE_F32), .run.reduction = row_sums},
    {STEP("4_row_sum_short", STEP_ROW_SUM, DTYPE_F32), .run.reduction = row_sums_of_one_less},
    {STEP("5_squares", STEP_SUM_SQUARES, DTYPE_F64), .run.reduction = sum_squares},
    {STEP("6_transpose", STEP_TRANSPOSE, DTYPE_F32), .run.transpose = transpose},
    {STEP("7_transpose_rounded", STEP_TRANSPOSE, DTYPE_F32), .run.transpose = transpose_rounded},
};

static const struct chapter chapter = {
    .name = "98_kinds",
    .title = "steps of all kinds",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .default_size_cpu = 37,
};

static struct run drive(const char *words) { return drive_chapter(&chapter, words); }

TestSuite(kinds, .fini = scratch_remove);

Test(kinds, right_steps_are_right_and_wrong_ones_found)
{
    const char *const shapes[] = {"--size 37", "-m 1 -n 1", "-m 3 -n 1000", "-m 1000 -n 3"};
    for (int s = 0; s < 4; s++) {
        char words[200];
        snprintf(words, sizeof words, "--reps 1 --seed %d %s", s + 1, shapes[s]);
        struct run run = drive(words);
        cr_expect(run.status == 1);
        for (int i = 0; i < chapter.step_count; i++) {
            char row[80];
            const bool wrong = strstr(steps[i].name, "short") || strstr(steps[i].name, "rounded");
            snprintf(row, sizeof row, "%-19s  %s", steps[i].name, wrong ? "wrong" : "ok");
            cr_expect(has(run.out, row), "no '%s' in\n%s", row, run.out);
        }
        run_free(&run);
    }
}

Test(kinds, each_group_names_its_problem)
{
    struct run run = drive("--reps 1 -m 10 -n 256 --step 1 --step 3 --step 5 --step 6");
    cr_expect(run.status == 0, "%s", run.err);
    cr_expect(has(run.out, "z = 2 x + 3 y + 1, n = 256\n"), "%s", run.out);
    cr_expect(has(run.out, "sums of the rows of A, m = 10, n = 256\n"));
    cr_expect(has(run.out, "sum of the squares of A's elements, m = 10, n = 256\n"));
    cr_expect(has(run.out, "C = A transposed, m = 10, n = 256\n"));
    cr_expect(has(run.out, "GB/s") && !has(run.out, "FLOP/s"));
    run_free(&run);
    run = drive("--reps 1 --step 1 --alpha 0.5 --beta 0 --gamma -1 -n 5");
    cr_expect(has(run.out, "z = 0.5 x + 0 y + -1, n = 5\n"), "%s", run.out);
    run_free(&run);
    run = drive("--reps 1 --size 0");
    cr_expect(has(run.out, "note      C is empty"), "%s", run.out);
    run_free(&run);
}

Test(kinds, programs_get_one_table)
{
    struct run run = drive("--reps 1 --format csv");
    cr_expect(count_lines(run.out) == 1 + chapter.step_count, "%s", run.out);
    run_free(&run);
    run = drive("--reps 1 --format json --step 6 -m 100 -n 200");
    cr_expect(has(run.out, "\"gbs\":"), "%s", run.out);
    run_free(&run);
}

Test(kinds, a_flag_without_meaning_is_refused)
{
    const char *const words[] = {"--step 1 -m 3", "--step 3 -k 3", "--step 6 --alpha 2",
                                 "--step 5 --gamma 2", "--step 1 --a /dev/null"};
    const char *const messages[] = {
        "-m: none of the chosen steps has one", "-k: none of the chosen steps has one",
        "--alpha: none of the chosen steps has one", "--gamma: none of the chosen steps has one",
        "--a /dev/null: only GEMM steps read files"};
    for (int i = 0; i < 5; i++) {
        struct run run = drive(words[i]);
        cr_expect(run.status == 2 && run.out[0] == '\0' && count_lines(run.err) == 1, "%s%s",
                  run.out, run.err);
        cr_expect(has(run.err, messages[i]), "%s", run.err);
        run_free(&run);
    }
}

// ---- References ----------------------------------------------------------------------------------

// A float64 sum that a float64 reference could not judge: the terms cancel.
Test(kinds, sums_are_judged_more_exactly_than_they_are_made)
{
    struct matrix A, C;
    struct reference r;
    cr_assert(matrix_alloc(&A, DTYPE_F32, 1, 3, 3) && matrix_alloc(&C, DTYPE_F32, 1, 1, 1));
    matrix_set(&A, 0, 0, 0x1p60);
    matrix_set(&A, 0, 1, 1);
    matrix_set(&A, 0, 2, -0x1p60);
    const struct gemm_problem p = {.m = 1, .n = 3, .lda = 3};
    cr_assert(kind_row_sum.reference(&r, &p, &A, NULL, NULL));
    cr_expect(r.value[0] == 1);
    matrix_set(&C, 0, 0, 0); // float32's result: within the bound
    cr_expect(verify_result(&r, &C).ok);
    matrix_set(&C, 0, 0, 0x1p50);
    cr_expect(!verify_result(&r, &C).ok);
    reference_free(&r);
    matrix_free(&A);
    matrix_free(&C);
}

Test(kinds, bytes_that_must_move)
{
    const struct step vector = {STEP("", STEP_VECTOR, DTYPE_F16)};
    const struct step transposed = {STEP("", STEP_TRANSPOSE, DTYPE_F32)};
    const struct step product = {STEP("", STEP_GEMM, DTYPE_F32)};
    const struct gemm_problem p = {.m = 10, .n = 20, .k = 30, .alpha = 1, .beta = 1};
    const struct gemm_problem only_scaled = {.m = 10, .n = 20, .k = 30};
    cr_expect(compulsory_bytes(&vector, &p) == 3 * 2 * 20);
    cr_expect(compulsory_bytes(&transposed, &p) == 2 * 4 * 200);
    cr_expect(compulsory_bytes(&product, &p) == 4 * (300 + 600 + 2 * 200));
    cr_expect(compulsory_bytes(&product, &only_scaled) == 4 * 200);
}
