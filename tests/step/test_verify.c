// SPDX-License-Identifier: MIT
//
// test_verify.c: the checker accepts what rounding explains, and nothing else.
#include <criterion/criterion.h>
#include <math.h>

#include "../../common/device/index.h"
#include "../../common/step/verify.h"

enum { M = 19, N = 23, K = 40 };

static struct matrix A, B, C;
static struct reference reference;
static struct gemm_problem problem;

// C = alpha A B in float32, summed upwards or downwards: a right result.
static void multiply(bool downwards)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float acc = 0;
            for (int q = 0; q < K; q++) {
                const int p = downwards ? K - 1 - q : q;
                acc += (float)matrix_get(&A, i, p) * (float)matrix_get(&B, p, j);
            }
            matrix_set(&C, i, j, (float)problem.alpha * acc);
        }
}

static void set_up(void)
{
    problem = (struct gemm_problem){.m = M, .n = N, .k = K, .alpha = 0.5};
    cr_assert(matrix_alloc(&A, DTYPE_F32, M, K, K) && matrix_alloc(&B, DTYPE_F32, K, N, N) &&
              matrix_alloc(&C, DTYPE_F32, M, N, N + 4));
    matrix_fill_random(&A, 1);
    matrix_fill_random(&B, 2);
    matrix_fill_bytes(&C, 0xA5);
    multiply(false);
    cr_assert(reference_gemm(&reference, &problem, &A, &B, NULL));
}

static void tear_down(void)
{
    matrix_free(&A);
    matrix_free(&B);
    matrix_free(&C);
    reference_free(&reference);
}

TestSuite(verify, .init = set_up, .fini = tear_down);

static struct verdict verdict(void) { return verify_result(&reference, &C); }

// After A or B were changed.
static void refer_again(void)
{
    reference_free(&reference);
    cr_assert(reference_gemm(&reference, &problem, &A, &B, NULL));
}

// ---- What is right -------------------------------------------------------------------------------

Test(verify, any_order_of_summation_is_right)
{
    for (int downwards = 0; downwards < 2; downwards++) {
        multiply(downwards);
        const struct verdict v = verdict();
        cr_assert(v.ok && v.wrong == 0);
        cr_assert(v.max_error > 0 && v.max_error <= v.bound);
    }
}

Test(verify, exact_result_has_error_zero)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            reference.value[row_major(i, j, N)] = matrix_get(&C, i, j);
    const struct verdict v = verdict();
    cr_assert(v.ok && v.max_error == 0 && v.bound > 0);
}

Test(verify, nothing_is_right)
{
    const struct matrix empty = {.type = DTYPE_F32, .rows = 0, .cols = 5, .ld = 5};
    const struct reference nothing = {.rows = 0, .cols = 5};
    const struct verdict v = verify_result(&nothing, &empty);
    cr_assert(v.ok && v.max_error == 0 && v.bound == 0);
}

// ---- What is wrong -------------------------------------------------------------------------------

Test(verify, one_missing_product_is_noticed)
{
    // Element (4, 5) without its last product.
    const double got = matrix_get(&C, 4, 5);
    matrix_set(&C, 4, 5, got - problem.alpha * matrix_get(&A, 4, K - 1) * matrix_get(&B, K - 1, 5));
    const struct verdict v = verdict();
    cr_assert(!v.ok && v.wrong == 1 && v.row == 4 && v.col == 5);
    cr_assert(v.got == matrix_get(&C, 4, 5));
    cr_assert(fabs(v.expected - got) <= v.allowed && !(fabs(v.got - v.expected) <= v.allowed));
    cr_assert(v.max_error == fabs(v.got - v.expected) && v.bound == v.allowed);
}

Test(verify, the_first_wrong_element_is_reported)
{
    matrix_set(&C, 12, 3, 100);
    matrix_set(&C, 7, 20, 100);
    matrix_set(&C, 7, 8, -1000);
    const struct verdict v = verdict();
    cr_assert(!v.ok && v.wrong == 3 && v.row == 7 && v.col == 8 && v.got == -1000);
}

Test(verify, nan_where_a_number_belongs_is_wrong)
{
    matrix_set(&C, 0, 0, NAN);
    const struct verdict v = verdict();
    cr_assert(!v.ok && v.wrong == 1 && v.row == 0 && v.col == 0 && isnan(v.got));
    cr_assert(isnan(v.max_error));
}

Test(verify, a_matrix_of_nan_is_wrong_everywhere)
{
    matrix_fill(&C, NAN);
    cr_assert(verdict().wrong == (int64_t)M * N);
}

Test(verify, inf_where_a_number_belongs_is_wrong)
{
    matrix_set(&C, M - 1, N - 1, INFINITY);
    const struct verdict v = verdict();
    cr_assert(!v.ok && v.row == M - 1 && v.col == N - 1 && isinf(v.max_error));
}

// ---- NaN and Inf where they belong ---------------------------------------------------------------

Test(verify, nan_must_be_nan)
{
    matrix_set(&A, 3, 0, NAN);
    refer_again();
    cr_assert(verdict().wrong == N); // C still holds numbers in row 3
    multiply(false);
    const struct verdict v = verdict();
    cr_assert(v.ok && isfinite(v.max_error));
    matrix_set(&C, 3, 4, INFINITY);
    cr_assert(verdict().wrong == 1);
}

Test(verify, inf_must_be_the_same_inf)
{
    matrix_set(&B, 2, 9, -INFINITY);
    refer_again();
    multiply(false);
    cr_assert(verdict().ok);
    const double inf = matrix_get(&C, 6, 9);
    cr_assert(isinf(inf));
    matrix_set(&C, 6, 9, -inf);
    cr_assert(verdict().wrong == 1 && verdict().row == 6);
    matrix_set(&C, 6, 9, NAN);
    cr_assert(verdict().wrong == 1);
}

Test(verify, sums_beyond_the_range_may_overflow)
{
    // 1e30 * 1e30 does not fit float32, however it is summed.
    matrix_fill(&A, 1e30);
    matrix_fill(&B, 1e30);
    matrix_set(&B, 0, 0, -1e30);
    refer_again();
    multiply(false);
    cr_assert(verdict().ok);
    matrix_set(&C, 2, 2, 7); // a finite element is still wrong
    cr_assert(verdict().wrong == 1);
}

Test(verify, products_below_the_range_may_vanish)
{
    matrix_fill(&A, 0x1p-100);
    matrix_fill(&B, 0x1p-49); // products of 2^-149: the smallest float there is
    refer_again();
    matrix_fill(&C, 0); // each rounded down to nothing
    cr_assert(verdict().ok);
    matrix_fill(&C, 0x1p-126);
    cr_assert(!verdict().ok);
}

// ---- The bound -----------------------------------------------------------------------------------

Test(verify, bound_has_the_stated_form)
{
    const double eps = dtype_epsilon(DTYPE_F32);
    cr_assert(fabs(error_bound(100, 1, DTYPE_F32, 8.0) / (103 * eps * 4.0) - 1) < 1e-6);
    cr_assert(error_bound(0, 1, DTYPE_F32, 0) > 0); // 0 + 0 may be off by a subnormal
    cr_assert(error_bound(100, 1, DTYPE_I32, 8.0) == 0);
}

Test(verify, bound_of_tensor_cores_has_the_stated_form)
{
    const double u = 0x1p-24, v = 0x1p-11;
    // 100 products: 99 other products, 25 sums.
    const double f32 = tensor_core_bound(100, 1, DTYPE_F32, 8, 0),
                 f16 = tensor_core_bound(100, 1, DTYPE_F16, 8, 0);
    cr_assert(fabs(f32 / ((99 + 50 + 3) * u * 8) - 1) < 1e-6);
    cr_assert(fabs(f16 / ((25 + 99 * 0x1p-13 + 3) * v * (1 + 4 * v) * 8 + 27 * 0x1p-24) - 1) <
              1e-6);
    cr_assert(tensor_core_bound(100, 0.5, DTYPE_F32, 8, 2) -
                  tensor_core_bound(100, 0.5, DTYPE_F32, 8, 0) ==
              100 * u);
    cr_assert(tensor_core_bound(0, NAN, DTYPE_F32, 1, 0) > 0);
    // In f64 they round as everybody does; integers are exact.
    cr_assert(tensor_core_bound(9, 1, DTYPE_F64, 3, 0) == error_bound(9, 1, DTYPE_F64, 3));
    cr_assert(tensor_core_bound(9, 1, DTYPE_I32, 3, 0) == 0);
}

Test(verify, bounds_of_fp8_have_the_stated_form)
{
    const double cut = 0x1p-13, u = 0x1p-24;
    // 300 products in one sum: 299 other products, 10 cuts of the sum. Or in sums of 128, which
    // are 3.
    const double plain = fp8_bound(300, 300, 1, 8, 0), promoted = fp8_bound(300, 128, 1, 8, 0);
    cr_assert(fabs(plain / ((309 * cut + 7 * u) * 8) - 1) < 1e-6);
    cr_assert(fabs(promoted / ((131 * cut + 9 * u) * 8) - 1) < 1e-6);
    cr_assert(fabs(fp8_bound(300, 128, 0.5, 8, 2) - promoted - 300 * cut) < 1e-12);
    cr_assert(fp8_bound(0, 0, NAN, 1, 0) < 1e-6);
    cr_assert(random_fp8_bound(8192, 8192, 1) > 20 * random_fp8_bound(8192, 128, 1));
}

Test(verify, integers_are_exact)
{
    struct matrix X;
    cr_assert(matrix_alloc(&X, DTYPE_I32, M, N, N));
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            reference.value[row_major(i, j, N)] = i - j;
            matrix_set(&X, i, j, i - j);
        }
    cr_assert(verify_result(&reference, &X).ok);
    matrix_set(&X, 1, 1, 1);
    cr_assert(verify_result(&reference, &X).wrong == 1);
    matrix_free(&X);
}

// ---- Between the rows ----------------------------------------------------------------------------

Test(verify, memory_between_rows_is_watched)
{
    struct matrix before;
    int row = -1, col = -1;
    cr_assert(matrix_alloc(&before, DTYPE_F32, M, N, N + 4));
    matrix_fill_bytes(&before, 0xA5);
    cr_assert(verify_between_rows(&before, &C, &row, &col));
    *(float *)matrix_at(&C, 8, N + 2) = 0;
    cr_assert(!verify_between_rows(&before, &C, &row, &col) && row == 8 && col == N + 2);
    matrix_free(&before);
}
