// SPDX-License-Identifier: MIT
//
// test_driver.c: the chapter driver with a chapter whose steps are wrong on purpose.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../../common/device/epilogue.h"
#include "../../common/device/index.h"
#include "../../common/driver/npy/npy.h"
#include "../support/cli.h"

// ---- A chapter of mistakes -----------------------------------------------------------------------

static void multiply(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                     int ldb, float beta, float *C, int ldc)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float acc = 0;
            for (int p = 0; p < k; p++)
                acc += A[row_major(i, p, lda)] * B[row_major(p, j, ldb)];
            store_scaled(&C[row_major(i, j, ldc)], alpha, acc, beta);
        }
}

// Right except for one element.
static void one_wrong(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                      int ldb, float beta, float *C, int ldc)
{
    multiply(m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    C[row_major(2, 3, ldc)] += 1;
}

// Leaves the last column out.
static void column_missing(int m, int n, int k, float alpha, const float *A, int lda,
                           const float *B, int ldb, float beta, float *C, int ldc)
{
    multiply(m, n - 1, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

// Adds to what was in C, also when beta is 0.
static void reads_c(int m, int n, int k, float alpha, const float *A, int lda, const float *B,
                    int ldb, float beta, float *C, int ldc)
{
    (void)beta;
    multiply(m, n, k, alpha, A, lda, B, ldb, 1, C, ldc);
}

static struct owner owner(const struct gemm_problem *p, int row, int col)
{
    (void)p;
    return (struct owner){.block_x = col, .block_y = row, .thread = 70};
}

static bool small_only(const struct gemm_problem *p, struct failure *why)
{
    return p->k <= 10 || fail(why, "k = %d is more than 10", p->k);
}

#define STEP(text, function) \
    .name = text, .teaches = "how \"not\" to, or so", .place = STEP_ON_CPU, .type_ab = DTYPE_F32, \
    .type_c = DTYPE_F32, .run.sgemm_nn = function

static struct step steps[] = {
    {STEP("1_right", multiply)},
    {STEP("2_one_wrong", one_wrong), .owner = owner},
    {STEP("3_column_missing", column_missing)},
    {STEP("4_reads_c", reads_c)},
    {STEP("5_small_only", multiply), .fits = small_only},
    {STEP("6_right", multiply)},
};

static const struct chapter chapter = {
    .name = "99_mistakes",
    .title = "steps that are wrong",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .default_size_cpu = 8,
};

// ---- Running it ----------------------------------------------------------------------------------

static struct run drive(const char *words) { return drive_chapter(&chapter, words); }

TestSuite(driver, .fini = scratch_remove);

Test(driver, wrong_steps_are_shown_and_fail_the_program)
{
    struct run run = drive("--reps 1");
    cr_assert(run.status == 1, "status %d", run.status);
    cr_assert(has(run.out, "1_right           ok"), "%s", run.out);
    cr_assert(has(run.out, "first wrong element: C(2, 3) = "), "%s", run.out);
    cr_assert(has(run.out, "should be computed by block (3, 2, 0), warp 2, lane 6"), "%s", run.out);
    cr_assert(has(run.out, "wrong elements: 1 of 1517"), "%s", run.out);
    cr_assert(has(run.out, "first wrong element: C(0, 40) was never written"), "%s", run.out);
    cr_assert(has(run.out, "wrong elements: 37 of 1517"), "%s", run.out);
    cr_assert(has(run.out, "wrong elements: 1517 of 1517"), "a step that reads C passed: %s",
              run.out);
    run_free(&run);
}

Test(driver, a_wrong_step_gets_no_speed)
{
    struct run run = drive("--step one_wrong --format json");
    cr_assert(run.status == 1);
    cr_assert(count_lines(run.out) == 1 && !has(run.out, "\"times\""), "%s", run.out);
    cr_assert(has(run.out, "\"status\":\"wrong\""));
    cr_assert(has(run.out, "\"row\":2,\"col\":3"));
    cr_assert(has(run.out, "\"block\":[3,2,0],\"thread\":70,\"warp\":2,\"lane\":6"));
    cr_assert(count_lines(run.err) == 1 && has(run.err, "2_one_wrong is wrong: C(2, 3)"));
    run_free(&run);
}

Test(driver, a_step_that_does_not_fit_is_skipped_aloud)
{
    struct run run = drive("-k 11 --step 1_right --step 6 --format csv --reps 1");
    cr_assert(run.status == 0, "%s", run.err);
    run_free(&run);
    run = drive("-k 11 --reps 1");
    cr_assert(has(run.out, "5_small_only      skipped: k = 11 is more than 10"), "%s", run.out);
    run_free(&run);
    // Asked for by name, it is a bad request, refused before anything is printed.
    run = drive("-k 11 --step 1_right --step small");
    cr_assert(run.status == 2 && run.out[0] == '\0');
    cr_assert(has(run.err, "--step 5_small_only: k = 11 is more than 10"), "%s", run.err);
    run_free(&run);
}

Test(driver, json_and_csv_have_one_line_a_step)
{
    struct run run = drive("--format json --reps 1");
    cr_assert(count_lines(run.out) == 6, "%s", run.out);
    run_free(&run);
    run = drive("--format csv --reps 1");
    cr_assert(count_lines(run.out) == 7, "%s", run.out);
    run_free(&run);
    run = drive("--list --format json");
    cr_assert(run.status == 0 && count_lines(run.out) == 6, "%s", run.out);
    cr_assert(has(run.out, "how \\\"not\\\" to, or so"), "%s", run.out);
    run_free(&run);
    run = drive("--list --format csv");
    cr_assert(has(run.out, "\"how \"\"not\"\" to, or so\""), "%s", run.out);
    run_free(&run);
}

// ---- --out ---------------------------------------------------------------------------------------

static int drive_out(const char *words)
{
    char line[500];
    snprintf(line, sizeof line, "%s --reps 1 --out %s", words, scratch_path("C.npy"));
    struct run run = drive(line);
    const int status = run.status;
    run_free(&run);
    return status;
}

// Whether C.npy holds what step 1 computes for the same seed and beta.
static bool is_right(double beta)
{
    struct matrix A, B, C, X;
    struct failure why;
    bool right = true;
    cr_assert(matrix_alloc(&A, DTYPE_F32, 8, 8, 8) && matrix_alloc(&B, DTYPE_F32, 8, 8, 8) &&
              matrix_alloc(&C, DTYPE_F32, 8, 8, 8));
    matrix_fill_random(&A, 3);
    matrix_fill_random(&B, 4);
    matrix_fill_random(&C, 5);
    multiply(8, 8, 8, 1, A.data, 8, B.data, 8, (float)beta, C.data, 8);
    cr_assert(npy_read(scratch_path("C.npy"), &X, &why), "%s", why.text);
    for (int i = 0; i < 8; i++)
        right = right && memcmp(matrix_at(&C, i, 0), matrix_at(&X, i, 0), 32) == 0;
    matrix_free(&A);
    matrix_free(&B);
    matrix_free(&C);
    matrix_free(&X);
    return right;
}

Test(driver, out_is_the_last_right_step)
{
    cr_assert(drive_out("--step 1 --step 2 --step 3") == 1);
    cr_assert(is_right(0));
    cr_assert(drive_out("--beta 2 --step 1 --step 3 --step 6") == 1);
    cr_assert(is_right(2));
}

Test(driver, nothing_is_written_when_no_step_is_right)
{
    cr_assert(drive_out("--step 2 --step 4") == 1);
    cr_assert(scratch_file_count() == 0);
}

Test(driver, a_full_disk_is_no_success)
{
    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("no /dev/full");
    const char *program = chapter_program("01_cpu");
    char line[1500];
    snprintf(line, sizeof line, "'%s' --list > /dev/full", program);
    struct run run = run_program((const char *[]){"sh", "-c", line, NULL});
    cr_assert(run.status == 1 && has(run.err, "standard output"), "status %d: %s", run.status,
              run.err);
    run_free(&run);
}
