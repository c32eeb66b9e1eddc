// SPDX-License-Identifier: MIT
//
// test_check.c: a plain run notices what squares of random numbers hide.
#include <criterion/criterion.h>
#include <stdio.h>

#include "../../common/device/cuda_check.h"
#include "../../common/device/index.h"
#include "../support/cli.h"

// C = alpha A B + beta C with one thing wrong, or none.
enum mistake {
    NONE,
    LDA_IS_K,
    NO_ALPHA,
    NO_BETA,
    LAST_PRODUCT,
    RELATIVE,
    LAST_OF_MANY,
    RELATIVE_OF_MANY,
    BETWEEN_ROWS,
    LAST_ROW
};

static void multiply(enum mistake wrong, int m, int n, int k, float alpha, const float *A, int lda,
                     const float *B, int ldb, float beta, float *C, int ldc)
{
    lda = wrong == LDA_IS_K ? k : lda;
    alpha = wrong == NO_ALPHA ? 1 : alpha;
    beta = wrong == NO_BETA ? 0 : beta;
    const bool drops = wrong == LAST_PRODUCT || (wrong == LAST_OF_MANY && k >= 60000);
    const bool stretches = wrong == RELATIVE || (wrong == RELATIVE_OF_MANY && k >= 4096);
    for (int i = 0; i < m - (wrong == LAST_ROW); i++) {
        for (int j = 0; j < n; j++) {
            float acc = 0;
            for (int p = 0; p < k - drops; p++)
                acc += A[row_major(i, p, lda)] * B[row_major(p, j, ldb)];
            float *c = &C[row_major(i, j, ldc)];
            acc *= stretches ? 1.0001f : 1;
            *c = beta == 0 ? alpha * acc : alpha * acc + beta * *c;
        }
        if (wrong == BETWEEN_ROWS && ldc > n && i < m - 1)
            C[row_major(i, n, ldc)] = 0;
    }
}

#define STEP(name, wrong) \
    static void name(int m, int n, int k, float alpha, const float *A, int lda, const float *B, \
                     int ldb, float beta, float *C, int ldc) \
    { \
        multiply(wrong, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc); \
    }
STEP(right, NONE)
STEP(lda_is_k, LDA_IS_K)
STEP(no_alpha, NO_ALPHA)
STEP(no_beta, NO_BETA)
STEP(last_product, LAST_PRODUCT)
STEP(relative, RELATIVE)
STEP(last_of_many, LAST_OF_MANY)
STEP(relative_of_many, RELATIVE_OF_MANY)
STEP(between_rows, BETWEEN_ROWS)
STEP(last_row, LAST_ROW)

// As a launcher does whose launch the machine refuses; as one that asks for something that does not
// exist; and one that launches nothing, after it.
#define GPU_STEP(name, what) \
    static void name(int m, int n, int k, float alpha, const float *A, int lda, const float *B, \
                     int ldb, float beta, float *C, int ldc) \
    { \
        (void)m, (void)n, (void)k, (void)alpha, (void)A, (void)lda, (void)B, (void)ldb; \
        (void)beta, (void)C, (void)ldc; \
        what; \
    }
GPU_STEP(not_launched, cuda_check(cudaErrorInvalidValue, "launch", "99_checked/11_refused.cu", 31))
GPU_STEP(no_device, CUDA_CHECK(cudaSetDevice(99)))
GPU_STEP(launches, CUDA_CHECK_LAUNCH())

#define ROW(text, function) \
    { \
        .name = text, .teaches = "-", .place = STEP_ON_CPU, .type_ab = DTYPE_F32, \
        .type_c = DTYPE_F32, .run.sgemm_nn = function \
    }

#define GPU_ROW(text, function) \
    { \
        .name = text, .teaches = "-", .place = STEP_ON_GPU, .type_ab = DTYPE_F32, \
        .type_c = DTYPE_F32, .run.sgemm_nn = function \
    }

static struct step steps[] = {
    ROW("1_right", right),
    ROW("2_lda_is_k", lda_is_k),
    ROW("3_no_alpha", no_alpha),
    ROW("4_no_beta", no_beta),
    ROW("5_last_product", last_product),
    ROW("6_relative", relative),
    ROW("7_last_of_many", last_of_many),
    ROW("8_relative_of_many", relative_of_many),
    ROW("9_between_rows", between_rows),
    ROW("10_last_row", last_row),
    GPU_ROW("11_refused", not_launched),
    GPU_ROW("12_no_device", no_device),
    GPU_ROW("13_launches", launches),
};

static const struct chapter chapter = {
    .name = "99_checked",
    .title = "what a plain run notices",
    .table = steps,
    .step_count = sizeof steps / sizeof *steps,
    .default_size_cpu = 64,
};

static struct run drive(const char *words) { return drive_chapter(&chapter, words); }

static void wrong(const char *words, const char *part)
{
    struct run run = drive(words);
    cr_expect(run.status == 1 && has(run.out, "wrong") && has(run.out, part), "%s: status %d\n%s",
              words, run.status, run.out);
    cr_expect(has(run.err, "99_checked: 1 of 1 steps wrong; first: "), "%s", run.err);
    run_free(&run);
}

Test(check, small_problems_catch_what_the_default_size_hides)
{
    const char *const checked = "  checked   C = -3 A B + 2 C, m = 37, n = 41, k = 29, lda = 35";
    wrong("--step 2 --reps 1", checked);
    wrong("--step 3 --reps 1", checked);
    wrong("--step 4 --reps 1", checked);
    wrong("--step 5 --reps 1", checked);
    wrong("--step 6 --reps 1", "first wrong element: C(");
    wrong("--step 9 --reps 1", "written between the rows of C: 36 elements");
    wrong("--step 10 --reps 1", "first wrong element: C(36, 0) was never written, expected ");
}

Test(check, the_bound_stays_sharp_where_k_is_large)
{
    wrong("--step 7 -m 8 -n 8 -k 60000 --reps 1", "repeat    make 99 ARGS=\"--step 7 -m 8");
    wrong("--step 8 -m 32 -n 32 -k 4096 --reps 1", "repeat    make 99 ARGS=\"--step 8 -m 32");
}

Test(check, a_right_step_is_right_for_any_numbers)
{
    for (int seed = 1; seed <= 30; seed++) {
        char words[100];
        snprintf(words, sizeof words, "--step 1 -m 16 -n 16 -k %d --reps 1 --seed %d", 300 * seed,
                 seed);
        struct run run = drive(words);
        cr_expect(run.status == 0 && run.err[0] == '\0', "%s: %s", words, run.out);
        run_free(&run);
    }
}

Test(check, what_repeats_a_failure)
{
    wrong("--step 2 --reps 1", "repeat    make 99 ARGS=\"--step 2 -m 37 -n 41 -k 29\"\n");
    wrong("--step 7 -m 8 -n 9 -k 60000 --alpha 2 --lda 60001 --reps 1",
          "repeat    make 99 ARGS=\"--step 7 -m 8 -n 9 -k 60000 --alpha 2 --lda 60001\"\n");
}

Test(check, a_launch_that_is_refused_is_a_row)
{
    static const char row[] = "failed   99_checked/11_refused.cu:31: launch: cudaErrorInvalidValue";
    struct run run = drive("--step 11 --step 1 --reps 1");
    cr_expect(run.status == 1 && has(run.out, row), "%d %s", run.status, run.out);
    cr_expect(has(run.out, "  repeat    make 99 ARGS=\"--step 11 -m 37"), "%s", run.out);
    cr_expect(has(run.out, "1_right         ok "), "the other steps run: %s", run.out);
    cr_expect_str_eq(run.err, "99_checked: 1 of 2 steps wrong; first: 11_refused\n");
    run_free(&run);
    run = drive("--step 11 --format csv");
    cr_expect(run.status == 1 && has(run.err, "11_refused: failed: 99_checked/11_refused.cu:31: "),
              "%d %s", run.status, run.err);
    run_free(&run);
}

Test(check, a_failed_call_is_of_its_step_alone)
{
    struct run run = drive("--step 12 --step 13 --reps 1");
    cr_expect(has(run.out, "12_no_device    failed") && has(run.out, ": cudaErrorInvalidDevice: "),
              "%s", run.out);
    cr_expect(has(run.out, "13_launches     wrong "), "not failed: %s", run.out);
    cr_expect(run.status == 1 && has(run.err, "2 of 2 steps wrong"), "%s", run.err);
    run_free(&run);
}

Test(check, the_words_of_the_table_are_explained)
{
    struct run run = drive("--step 1 --reps 1 --wide");
    cr_expect(has(run.out, "max error      largest difference") &&
              has(run.out, "allowed        the largest difference"));
    run_free(&run);
    run = drive("--help");
    const char *const words[] = {"max error  ", "allowed  ",  "per req.  ",      "bound by  ",
                                 "spread  ",    "expected  ", "long scoreboard "};
    for (int i = 0; i < 7; i++)
        cr_expect(has(run.out, words[i]), "%s", words[i]);
    run_free(&run);
}
