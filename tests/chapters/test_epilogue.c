// SPDX-License-Identifier: MIT
//
// test_epilogue.c: chapter 08's epilogue: C and D in other types than the sums, and sums of D's
// rows. (Its functions at their edges: test_hierarchy_tuned.c.)
#include <criterion/criterion.h>
#include <cuda_runtime.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../08_cutlass_hierarchy/show/epilogue_check.h"
#include "../../08_cutlass_hierarchy/show/epilogues.h"
#include "../../common/device/index.h"
#include "../support/cli.h"
#include "../support/open_gpu.h"

static const char *const chapter = "08_cutlass_hierarchy";
static const enum dtype dtypes[EPILOGUE_TYPES] = {[EPILOGUE_F32] = DTYPE_F32,
                                                  [EPILOGUE_F16] = DTYPE_F16,
                                                  [EPILOGUE_BF16] = DTYPE_BF16,
                                                  [EPILOGUE_S8] = DTYPE_I8};

// ---- One element ---------------------------------------------------------------------------------

// D = x, as x times 1 times 1.
static double stored(const struct gpu_ops *gpu, enum epilogue_type type, float x)
{
    const uint16_t one = 0x3c00;
    const struct gemm_problem p = {
        .m = 1, .n = 1, .k = 1, .alpha = 1, .lda = 1, .ldb = 1, .ldc = 1};
    const struct epilogue e = {.alpha = x, .type = type};
    unsigned char element[4];
    double got;
    void *A = gpu->alloc(sizeof one), *D = gpu->alloc(sizeof element);
    cr_assert(A && D);
    gpu->copy_in(A, &one, sizeof one);
    hgemm_with_function(EPILOGUE_LINEAR, &e, &(struct gemm){p, A, A, D});
    gpu->wait();
    gpu->copy_out(element, D, sizeof element);
    gpu->release(A);
    gpu->release(D);
    dtype_to_double(dtypes[type], element, 1, &got);
    return got;
}

Test(epilogue, an_element_is_rounded_once_and_saturated)
{
    const struct gpu_ops *gpu = open_gpu(80);
    const struct {
        enum epilogue_type type;
        float x;
        double stored;
    } cases[] = {
        {EPILOGUE_S8, 0.5f, 0},          {EPILOGUE_S8, 1.5f, 2},
        {EPILOGUE_S8, -2.5f, -2},        {EPILOGUE_S8, 126.5f, 126},
        {EPILOGUE_S8, 127.5f, 127},      {EPILOGUE_S8, 128, 127},
        {EPILOGUE_S8, 3e9f, 127},        {EPILOGUE_S8, -128.5f, -128},
        {EPILOGUE_S8, -129, -128},       {EPILOGUE_S8, -INFINITY, -128},
        {EPILOGUE_S8, NAN, 0},           {EPILOGUE_F16, 2049, 2048},
        {EPILOGUE_F16, 2051, 2052},      {EPILOGUE_F16, 65519, 65504},
        {EPILOGUE_F16, 65520, INFINITY}, {EPILOGUE_F16, 0x1p-24f, 0x1p-24},
        {EPILOGUE_F16, 0x1p-25f, 0},     {EPILOGUE_BF16, 257, 256},
        {EPILOGUE_BF16, 259, 260},       {EPILOGUE_BF16, 1e38f, 0x1.2cp+126},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect(stored(gpu, cases[i].type, cases[i].x) == cases[i].stored, "%zu: %g became %g", i,
                  (double)cases[i].x, stored(gpu, cases[i].type, cases[i].x));
    for (int type = EPILOGUE_F32; type < EPILOGUE_S8; type++)
        cr_expect(isnan(stored(gpu, (enum epilogue_type)type, NAN)));
}

// ---- Whole matrices ------------------------------------------------------------------------------

enum { MOST = 200, OFFSETS = 3, BYTES = (MOST + 8) * (MOST + 8) * 4 };

struct matrices {
    const struct gpu_ops *gpu;
    struct matrix A, B;
    float bias[MOST];
    void *d_A, *d_B, *d_C, *d_D, *d_parts, *d_sums, *d_bias;
    unsigned char *C, *D, *again;
    float *sums;
};

static void *on_device(const struct gpu_ops *gpu, const void *data, size_t bytes)
{
    void *d = gpu->alloc(bytes);
    cr_assert_not_null(d);
    if (data)
        gpu->copy_in(d, data, bytes);
    return d;
}

static struct matrices make(void)
{
    struct matrices x = {.gpu = open_gpu(80)};
    cr_assert(matrix_alloc(&x.A, DTYPE_F16, MOST, MOST, MOST) &&
              matrix_alloc(&x.B, DTYPE_F16, MOST, MOST, MOST));
    matrix_fill_random(&x.A, 1);
    matrix_fill_random(&x.B, 2);
    x.d_A = on_device(x.gpu, x.A.data, matrix_bytes(&x.A));
    x.d_B = on_device(x.gpu, x.B.data, matrix_bytes(&x.B));
    for (int i = 0; i < MOST; i++)
        x.bias[i] = (float)(i % 7 - 3);
    x.d_bias = on_device(x.gpu, x.bias, sizeof x.bias);
    x.d_C = on_device(x.gpu, NULL, BYTES);
    x.d_D = on_device(x.gpu, NULL, BYTES);
    x.d_parts = on_device(x.gpu, NULL, BYTES);
    x.d_sums = on_device(x.gpu, NULL, sizeof(float) * MOST);
    x.C = malloc(BYTES), x.D = malloc(BYTES), x.again = malloc(BYTES);
    x.sums = malloc(sizeof(float) * MOST);
    cr_assert(x.C && x.D && x.again && x.sums);
    return x;
}

static void release(struct matrices *x)
{
    matrix_free(&x->A);
    matrix_free(&x->B);
    void *const all[] = {x->d_A, x->d_B, x->d_C, x->d_D, x->d_parts, x->d_sums, x->d_bias};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        x->gpu->release(all[i]);
    free(x->C);
    free(x->D);
    free(x->again);
    free(x->sums);
}

struct shape {
    int m, n, k;
    int gap, offset; // elements after the rows of C and D, and before the first one
    bool apart;
};

static struct matrix view(unsigned char *data, enum dtype type, const struct shape *s)
{
    return (struct matrix){.type = type,
                           .rows = s->m,
                           .cols = s->n,
                           .ld = s->n + s->gap,
                           .data = data + (size_t)s->offset * dtype_size(type)};
}

// The expected D, before conversion to its type. C counts as stored.
static void expect(struct reference *y, const struct matrices *x, const struct gemm_problem *p,
                   const struct matrix *C)
{
    struct matrix A = x->A, B = x->B;
    A.rows = p->m, A.cols = p->k;
    B.rows = p->k, B.cols = p->n;
    cr_assert(reference_gemm(y, p, &A, &B, C));
    y->on_tensor_cores = true;
    for (int i = 0; i < p->m * p->n; i++) {
        const double bias = x->bias[i % p->n], value = y->value[i] + bias;
        y->value[i] = value < 0 ? 0 : value;
        y->magnitude[i] += fabs(bias);
    }
    y->terms += 1;
}

static void between_rows_as_before(const struct matrix *before, const struct matrix *after)
{
    const size_t size = dtype_size(after->type), row = (size_t)after->ld * size,
                 used = (size_t)after->cols * size;
    const char *a = before->data, *b = after->data;
    for (int i = 0; i + 1 < after->rows; i++, a += row, b += row)
        cr_expect(memcmp(a + used, b + used, row - used) == 0, "after row %d", i);
}

// ReLU of alpha A B + beta C + bias, and the rows' sums.
static void check(struct matrices *x, enum epilogue_type type, const struct shape *s, float alpha,
                  float beta)
{
    const enum dtype dtype = dtypes[type];
    const struct gemm_problem p = {.m = s->m,
                                   .n = s->n,
                                   .k = s->k,
                                   .alpha = alpha,
                                   .beta = beta,
                                   .lda = MOST,
                                   .ldb = MOST,
                                   .ldc = s->n + s->gap};
    struct matrix C = view(x->C, dtype, s), D = view(x->D, dtype, s);
    struct reference y;
    memset(x->C, 0xff, BYTES);
    matrix_fill_random(&C, 3);
    if (beta == 0)
        matrix_fill_bytes(&C, 0xff); // NaN plays no part
    x->gpu->copy_in(x->d_C, x->C, BYTES);
    memset(x->D, 0xff, BYTES);
    x->gpu->copy_in(x->d_D, x->D, BYTES);
    memset(x->again, 0xff, BYTES);
    x->gpu->copy_in(x->d_parts, x->again, BYTES);

    const size_t at = (size_t)s->offset * dtype_size(dtype);
    char *const d_C = (char *)x->d_C + at, *const d_D = s->apart ? (char *)x->d_D + at : d_C;
    const struct epilogue e = {.alpha = alpha,
                               .beta = beta,
                               .bias = x->d_bias,
                               .source = s->apart ? d_C : NULL,
                               .ld_source = p.ldc,
                               .type = type,
                               .row_parts = x->d_parts};
    hgemm_with_function(EPILOGUE_BIAS_RELU, &e, &(struct gemm){p, x->d_A, x->d_B, d_D});
    rows_reduce(x->d_parts, s->m, s->n, x->d_sums);
    x->gpu->wait();
    x->gpu->copy_out(x->D, s->apart ? x->d_D : x->d_C, BYTES);
    x->gpu->copy_out(x->sums, x->d_sums, sizeof(float) * (size_t)s->m);

    cr_assert(reference_alloc(&y, s->m, s->n));
    expect(&y, x, &p, beta != 0 ? &C : NULL);
    const struct verdict v = epilogue_verdict(&y, &D), rows = epilogue_rows_verdict(&D, x->sums);
    cr_expect(v.ok, "%s, %d x %d x %d, beta %g: (%d, %d) is %g, not %g", dtype_name(dtype), s->m,
              s->n, s->k, (double)beta, v.row, v.col, v.got, v.expected);
    cr_expect(rows.ok, "%s, %d x %d: row %d sums up to %g, not %g", dtype_name(dtype), s->m, s->n,
              rows.row, rows.got, rows.expected);
    memset(x->again, 0xff, BYTES);
    struct matrix before = view(s->apart ? x->again : x->C, dtype, s);
    between_rows_as_before(&before, &D);
    if (s->apart) { // C was only read
        x->gpu->copy_out(x->again, x->d_C, BYTES);
        cr_expect(memcmp(x->again, x->C, BYTES) == 0);
    }
    reference_free(&y);
}

Test(epilogue, any_shape_type_and_alignment)
{
    struct matrices x = make();
    const struct shape shapes[] = {
        {128, 128, 32, 0, 0, false}, {150, 180, 70, 0, 0, true}, {150, 180, 70, 4, 4, false},
        {37, 41, 29, 0, 0, true},    {129, 131, 64, 3, 1, true}, {1, 200, 9, 0, 2, false},
        {200, 1, 65, 1, 0, true},    {65, 64, 200, 1, 3, false}, {8, 4, 0, 0, 0, true},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int type = 0; type < EPILOGUE_TYPES; type++) {
            check(&x, (enum epilogue_type)type, &shapes[i], shapes[i].k > 0 ? 4 : 0, -3);
            check(&x, (enum epilogue_type)type, &shapes[i], 1, 0);
        }
    release(&x);
}

// C may be less aligned than D: then both are accessed element by element.
Test(epilogue, c_and_d_may_be_aligned_differently)
{
    struct matrices x = make();
    enum { M = 70, N = 64, K = 16, LD_C = N + 1 };
    const struct gemm_problem p = {
        .m = M, .n = N, .k = K, .alpha = 1, .beta = 1, .lda = MOST, .ldb = MOST, .ldc = N};
    const struct shape of_c = {M, N, K, LD_C - N, 1, true}, of_d = {M, N, K, 0, 0, true};
    for (int type = 0; type < EPILOGUE_TYPES; type++) {
        const enum dtype dtype = dtypes[type];
        struct matrix C = view(x.C, dtype, &of_c), D = view(x.D, dtype, &of_d);
        struct reference y;
        matrix_fill_random(&C, 5);
        x.gpu->copy_in(x.d_C, x.C, BYTES);
        const struct epilogue e = {.alpha = 1,
                                   .beta = 1,
                                   .bias = x.d_bias,
                                   .source = (char *)x.d_C + dtype_size(dtype),
                                   .ld_source = LD_C,
                                   .type = (enum epilogue_type)type};
        hgemm_with_function(EPILOGUE_BIAS_RELU, &e, &(struct gemm){p, x.d_A, x.d_B, x.d_D});
        x.gpu->wait();
        x.gpu->copy_out(x.D, x.d_D, BYTES);
        cr_assert(reference_alloc(&y, M, N));
        expect(&y, &x, &p, &C);
        cr_expect(epilogue_verdict(&y, &D).ok, "%s", dtype_name(dtype));
        reference_free(&y);
    }
    release(&x);
}

Test(epilogue, sums_of_rows_are_the_same_bits_in_each_run)
{
    struct matrices x = make();
    const struct shape s = {190, 199, 50, 0, 0, false};
    float first[MOST];
    for (int i = 0; i < 3; i++) {
        check(&x, EPILOGUE_F16, &s, 1, 0);
        if (i == 0)
            memcpy(first, x.sums, sizeof first);
        cr_expect(memcmp(first, x.sums, sizeof(float) * (size_t)s.m) == 0, "run %d", i);
    }
    release(&x);
}

// ---- On the command line -------------------------------------------------------------------------

Test(epilogue, flags)
{
    accepted_with(chapter, "--epilogue -m 50 -n 60 -k 40", "C and D in f32");
    accepted_with(chapter, "--epilogue --d-type f16 -m 50 -n 61 -k 40 --beta -1", "row_sums");
    accepted_with(chapter, "--epilogue --d-type bf16 -m 50 -n 61 -k 40 --format csv",
                  "bf16,bias_relu");
    accepted_with(chapter, "--d-type s8 --epilogue -m 33 -n 20 -k 70 --alpha 30 --format json",
                  "\"d_type\":\"s8\",\"function\":\"row_sums\"");
    refused(chapter, "--epilogue --d-type f8", "--d-type f8: not f32, f16, bf16 or s8");
    refused(chapter, "--d-type f16", "--d-type f16: works only with --epilogue");
    refused(chapter, "--stages --d-type f16", "--d-type: not together with --stages");
}
