// SPDX-License-Identifier: MIT
//
// test_reference.c: the float64 reference against a plain sum in long double.
#include <criterion/criterion.h>
#include <math.h>

#include "../../common/step/kind.h"
#include "../../common/step/scales.h"
#include "../../common/step/reference.h"

// The matrices of one problem, with rows wider than they need to be.
struct operands {
    struct matrix A, B, C;
};

static void make(struct operands *o, const struct gemm_problem *p, enum dtype type)
{
    const int a_rows = p->trans_a ? p->k : p->m, a_cols = p->trans_a ? p->m : p->k;
    const int b_rows = p->trans_b ? p->n : p->k, b_cols = p->trans_b ? p->k : p->n;
    cr_assert(matrix_alloc(&o->A, type, a_rows, a_cols, a_cols + 3));
    cr_assert(matrix_alloc(&o->B, type, b_rows, b_cols, b_cols + 1));
    cr_assert(matrix_alloc(&o->C, DTYPE_F32, p->m, p->n, p->n + 2));
    matrix_fill_random(&o->A, 1);
    matrix_fill_random(&o->B, 2);
    matrix_fill_random(&o->C, 3);
}

static void release(struct operands *o, struct reference *r)
{
    matrix_free(&o->A);
    matrix_free(&o->B);
    matrix_free(&o->C);
    reference_free(r);
}

static double op(const struct matrix *M, bool transposed, int i, int j)
{
    return transposed ? matrix_get(M, j, i) : matrix_get(M, i, j);
}

static void check_element(const struct gemm_problem *p, const struct operands *o,
                          const struct reference *r, int i, int j)
{
    long double sum = 0, magnitude = 0;
    for (int q = 0; q < p->k; q++) {
        const long double product =
            (long double)op(&o->A, p->trans_a, i, q) * op(&o->B, p->trans_b, q, j);
        sum += product;
        magnitude += fabsl(product);
    }
    const double c = matrix_get(&o->C, i, j);
    const double value = (double)(p->alpha * sum + p->beta * c);
    const double scale = (double)(fabs(p->alpha) * magnitude + fabs(p->beta * c));
    const size_t at = (size_t)i * (size_t)p->n + (size_t)j;
    // float64 rounds each operation by 2^-53 of what is there.
    const double allowed = (p->k + 3) * 0x1p-52 * scale;
    cr_assert(fabs(r->value[at] - value) <= allowed, "%d x %d x %d: C(%d, %d) = %.17g, not %.17g",
              p->m, p->n, p->k, i, j, r->value[at], value);
    cr_assert(fabs(r->magnitude[at] - scale) <= allowed, "magnitude of (%d, %d)", i, j);
}

static void check(struct gemm_problem p, enum dtype type)
{
    struct operands o;
    struct reference r;
    make(&o, &p, type);
    cr_assert(reference_gemm(&r, &p, &o.A, &o.B, &o.C));
    cr_assert(r.rows == p.m && r.cols == p.n);
    for (int i = 0; i < p.m; i++)
        for (int j = 0; j < p.n; j++)
            check_element(&p, &o, &r, i, j);
    release(&o, &r);
}

// ---- Numbers -------------------------------------------------------------------------------------

// Around the tile (4), the blocks (128 x 256) and the depth (256) of the reference.
static const int shapes[][3] = {{1, 1, 1},    {1, 1, 0},     {3, 5, 7},     {4, 4, 4},
                                {5, 3, 257},  {127, 9, 2},   {129, 8, 255}, {7, 255, 3},
                                {6, 257, 5},  {1, 300, 300}, {300, 1, 9},   {130, 259, 4},
                                {13, 17, 600}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

Test(reference, every_shape)
{
    for (int s = 0; s < SHAPES; s++)
        check((struct gemm_problem){.m = shapes[s][0],
                                    .n = shapes[s][1],
                                    .k = shapes[s][2],
                                    .alpha = 1.5,
                                    .beta = -0.25},
              DTYPE_F32);
}

Test(reference, every_transposition)
{
    for (int t = 0; t < 4; t++)
        check(
            (struct gemm_problem){
                .trans_a = t & 1, .trans_b = t & 2, .m = 131, .n = 18, .k = 37, .alpha = -1},
            DTYPE_F32);
}

Test(reference, every_type)
{
    for (enum dtype type = DTYPE_F16; type < DTYPE_COUNT; type++)
        check((struct gemm_problem){.m = 9, .n = 21, .k = 33, .alpha = 1, .beta = 2}, type);
}

// Sums of products of bytes go beyond 32 bits, and wrap around as the GPU's do; so do alpha, beta.
Test(reference, integers_wrap_around)
{
    const struct gemm_problem p = {
        .trans_b = true, .m = 5, .n = 3, .k = 200000, .alpha = 1000003, .beta = -2147483647};
    struct matrix A, B, C;
    struct reference r;
    cr_assert(matrix_alloc(&A, DTYPE_I8, p.m, p.k, p.k) &&
              matrix_alloc(&B, DTYPE_I8, p.n, p.k, p.k) &&
              matrix_alloc(&C, DTYPE_I32, p.m, p.n, p.n));
    matrix_fill(&A, -128); // sums of 3 * 10^9
    matrix_fill(&B, -128);
    for (int i = 0; i < p.m * p.n; i++)
        ((int32_t *)C.data)[i] = (int32_t)(0x9E3779B9u * (unsigned)i);
    matrix_set(&A, 2, 7, 127);
    cr_assert(reference_gemm(&r, &p, &A, &B, &C));
    for (int i = 0; i < p.m; i++)
        for (int j = 0; j < p.n; j++) {
            uint32_t sum = 0;
            for (int q = 0; q < p.k; q++)
                sum += (uint32_t)((int)matrix_get(&A, i, q) * (int)matrix_get(&B, j, q));
            const uint32_t c = ((uint32_t *)C.data)[i * p.n + j];
            const int32_t wanted = (int32_t)(1000003u * sum + (uint32_t)-2147483647 * c);
            cr_assert(r.value[i * p.n + j] == wanted, "(%d, %d)", i, j);
        }
    matrix_free(&A);
    matrix_free(&B);
    matrix_free(&C);
    reference_free(&r);
}

// Sums that float64 would lose: 2^60 + 1 - 2^60, and the rounding of 1/3 * 1/3.
Test(reference, sums_of_float64_are_wider)
{
    if (sizeof(long double) == sizeof(double))
        cr_skip_test("long double is float64 here");
    const struct gemm_problem p = {.m = 1, .n = 1, .k = 3, .alpha = 1};
    struct matrix A, B;
    struct reference r;
    cr_assert(matrix_alloc(&A, DTYPE_F64, 1, 3, 3) && matrix_alloc(&B, DTYPE_F64, 3, 1, 1));
    const double a[] = {0x1p60, 1, -0x1p60};
    for (int i = 0; i < 3; i++)
        matrix_set(&A, 0, i, a[i]);
    matrix_fill(&B, 1);
    cr_assert(reference_gemm(&r, &p, &A, &B, NULL));
    cr_assert(r.value[0] == 1 && r.magnitude[0] == 0x1p61);
    matrix_free(&A);
    matrix_free(&B);
    reference_free(&r);
}

Test(reference, empty)
{
    check((struct gemm_problem){.m = 0, .n = 5, .k = 5, .alpha = 1}, DTYPE_F32);
    check((struct gemm_problem){.m = 5, .n = 0, .k = 5, .alpha = 1}, DTYPE_F32);
    check((struct gemm_problem){.m = 0, .n = 0, .k = 0, .alpha = 1}, DTYPE_F32);
}

// ---- What may not be read, and where NaN and Inf go ----------------------------------------------

static void fill_all(struct operands *o, double a, double b, double c)
{
    matrix_fill(&o->A, a);
    matrix_fill(&o->B, b);
    matrix_fill(&o->C, c);
}

static double one_element(struct gemm_problem p, double a, double b, double c)
{
    struct operands o;
    struct reference r;
    make(&o, &p, DTYPE_F32);
    fill_all(&o, a, b, c);
    cr_assert(reference_gemm(&r, &p, &o.A, &o.B, &o.C));
    const double value = r.value[(size_t)p.n * (size_t)(p.m - 1)];
    release(&o, &r);
    return value;
}

Test(reference, scaling_only)
{
    const struct gemm_problem p = {.m = 6, .n = 5, .k = 7, .alpha = 0, .beta = 2};
    cr_assert(one_element(p, NAN, INFINITY, 3) == 6); // alpha == 0: A and B do not matter
    struct gemm_problem no_k = p;
    no_k.alpha = NAN;
    no_k.k = 0;
    cr_assert(one_element(no_k, NAN, NAN, 3) == 6); // nor alpha when k == 0
    struct gemm_problem no_c = p;
    no_c.alpha = 1;
    no_c.beta = 0;
    cr_assert(one_element(no_c, 1, 1, NAN) == 7); // beta == 0: C does not matter
}

// A and B as the step rounds them, and what verify.h must know about its arithmetic.
Test(reference, of_a_step)
{
    const struct gemm_problem p = {.m = 1, .n = 1, .k = 2, .alpha = 1};
    const struct step on_tensor_cores = {.kind = STEP_GEMM, .on_tensor_cores = true};
    const struct step converting = {.kind = STEP_GEMM, .converts_to_f16 = true};
    struct matrix A, B;
    struct reference r;
    cr_assert(matrix_alloc(&A, DTYPE_F32, 1, 2, 2) && matrix_alloc(&B, DTYPE_F32, 2, 1, 1));
    matrix_fill(&A, 2049); // an f16 has 11 bits: 2048
    matrix_fill(&B, 1);
    cr_assert(step_reference(&r, &converting, &p, &A, &B, NULL));
    cr_assert(r.value[0] == 4096 && !r.on_tensor_cores);
    reference_free(&r);
    matrix_free(&A);
    matrix_free(&B);

    cr_assert(matrix_alloc(&A, DTYPE_F16, 1, 2, 2) && matrix_alloc(&B, DTYPE_F16, 2, 1, 1));
    matrix_fill(&A, 3);
    matrix_fill(&B, 0.5);
    cr_assert(step_reference(&r, &on_tensor_cores, &p, &A, &B, NULL));
    cr_assert(r.on_tensor_cores && r.subnormal == 0 && r.value[0] == 3);
    reference_free(&r);
    matrix_set(&B, 1, 0, 0x1p-20); // counts as 2^-14
    cr_assert(step_reference(&r, &on_tensor_cores, &p, &A, &B, NULL));
    cr_assert(r.subnormal == 3 * 0x1p-14);
    reference_free(&r);
    matrix_free(&A);
    matrix_free(&B);
}

// Scales are part of A and B; and sums of fp8, promoted or not, have separate bounds.
Test(reference, of_a_step_with_scales)
{
    const struct gemm_problem p = {.trans_b = true, .m = 2, .n = 1, .k = 300, .alpha = 1};
    const struct step step = {
        .kind = STEP_GEMM, .on_tensor_cores = true, .scaled = true, .promoted = 128};
    struct matrix A, B;
    struct reference r;
    cr_assert(matrix_alloc(&A, DTYPE_E4M3, 2, 300, 300) &&
              matrix_alloc(&B, DTYPE_E4M3, 1, 300, 300));
    matrix_fill(&A, 3);
    matrix_fill(&B, 0.5);
    cr_assert(scales_add_both(&p, &A, &B, 1, false));
    cr_assert(step_reference(&r, &step, &p, &A, &B, NULL));
    for (int i = 0; i < 2; i++) {
        double sum = 0;
        for (int block = 0; block < 3; block++)
            sum += (block < 2 ? 128 : 44) * 1.5 * (double)A.scales.value[4 * block + i] *
                   (double)B.scales.value[block];
        cr_expect(fabs(r.value[i] - sum) < 1e-9 && fabs(r.magnitude[i] - sum) < 1e-9);
    }
    cr_expect(r.fp8_terms == 128);
    reference_free(&r);
    matrix_free(&A);
    matrix_free(&B);
}

Test(reference, c_may_be_missing)
{
    const struct gemm_problem p = {.m = 3, .n = 3, .k = 3, .alpha = 1};
    struct operands o;
    struct reference r;
    make(&o, &p, DTYPE_F32);
    cr_assert(reference_gemm(&r, &p, &o.A, &o.B, NULL));
    release(&o, &r);
}

Test(reference, nan_and_inf_spread)
{
    const struct gemm_problem p = {.m = 6, .n = 5, .k = 7, .alpha = 1, .beta = 1};
    cr_assert(isnan(one_element(p, 0, INFINITY, 1)));
    cr_assert(one_element(p, 1, INFINITY, 1) == INFINITY);
    cr_assert(one_element(p, -1, INFINITY, 1) == -INFINITY);
    cr_assert(isnan(one_element(p, 1, NAN, 1)));
    cr_assert(isnan(one_element(p, 1, 1, NAN)));
    cr_assert(isnan(one_element(p, 1, INFINITY, -INFINITY)));
}

Test(reference, nan_stays_in_its_row_and_column)
{
    const struct gemm_problem p = {.m = 9, .n = 10, .k = 6, .alpha = 1};
    struct operands o;
    struct reference r;
    make(&o, &p, DTYPE_F32);
    matrix_set(&o.A, 5, 2, NAN);
    matrix_set(&o.B, 3, 7, INFINITY);
    cr_assert(reference_gemm(&r, &p, &o.A, &o.B, NULL));
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 10; j++) {
            const double value = r.value[i * 10 + j];
            cr_assert(isnan(value) == (i == 5), "(%d, %d) is %g", i, j, value);
            if (i != 5)
                cr_assert((bool)isinf(value) == (j == 7), "(%d, %d) is %g", i, j, value);
        }
    release(&o, &r);
}

// ---- Sums that something else computes -----------------------------------------------------------

static int calls;
static double off; // added to one sum in sixteen

static bool sums_elsewhere(const struct gemm_problem *p, const double *A, const double *B,
                           double *sums)
{
    calls++;
    for (int i = 0; i < p->m; i++)
        for (int j = 0; j < p->n; j++) {
            double sum = (i + j) % 16 == 0 ? off : 0;
            for (int q = 0; q < p->k; q++)
                sum += (p->trans_a ? A[q * p->m + i] : A[i * p->k + q]) *
                       (p->trans_b ? B[j * p->k + q] : B[q * p->n + j]);
            sums[i * p->n + j] = sum;
        }
    return off != INFINITY;
}

// Whatever `off` is, the reference is right; returns how often the function was called.
static int calls_with(double wrong_by, bool trans_a, bool trans_b)
{
    const struct gemm_problem p = {
        .trans_a = trans_a, .trans_b = trans_b, .m = 70, .n = 90, .k = 50, .alpha = 2, .beta = -1};
    struct matrix A, B, C;
    struct reference own, r;
    cr_assert(matrix_alloc(&A, DTYPE_F32, trans_a ? 50 : 70, trans_a ? 70 : 50, trans_a ? 75 : 55));
    cr_assert(matrix_alloc(&B, DTYPE_F32, trans_b ? 90 : 50, trans_b ? 50 : 90, trans_b ? 51 : 95));
    cr_assert(matrix_alloc(&C, DTYPE_F32, 70, 90, 90));
    matrix_fill_random(&A, 1), matrix_fill_random(&B, 2), matrix_fill_random(&C, 3);
    reference_use(NULL, 0);
    cr_assert(reference_gemm(&own, &p, &A, &B, &C));
    calls = 0, off = wrong_by;
    reference_use(sums_elsewhere, 1000);
    cr_assert(reference_gemm(&r, &p, &A, &B, &C));
    reference_use(NULL, 0);
    for (int i = 0; i < 70 * 90; i++) {
        cr_assert_float_eq(r.value[i], own.value[i], 1e-12);
        cr_assert_float_eq(r.magnitude[i], own.magnitude[i], 1e-12);
    }
    reference_free(&own), reference_free(&r);
    matrix_free(&A), matrix_free(&B), matrix_free(&C);
    return calls;
}

Test(reference, takes_over_sums_that_agree_with_a_sample)
{
    for (int t = 0; t < 4; t++)
        cr_expect(calls_with(0, t & 1, t & 2) == 2, "transposes %d", t);
    cr_expect(calls_with(1e-6, false, false) == 2); // wrong: computed here after all
    cr_expect(calls_with(INFINITY, false, false) == 1);
}
