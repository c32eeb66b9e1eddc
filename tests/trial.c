// SPDX-License-Identifier: MIT
#include "trial.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/reference.h"
#include "../common/verify.h"

static const struct gpu_ops *gpu;

void trial_open_machine(const struct step *step)
{
    struct machine machine;
    struct failure why;
    if (step->place == STEP_ON_CPU)
        return;
    gpu = gpu_ops();
    cr_assert(gpu != NULL && gpu->open(&machine, &why), "no GPU for %s", step->name);
    if (machine.compute_capability < step->min_compute_capability)
        cr_skip_test("this GPU is too old for the step");
}

// ---- Making --------------------------------------------------------------------------------------

// From the first to the last element: the last row ends with its last element.
static size_t used_bytes(const struct matrix *M)
{
    if (M->rows == 0 || M->cols == 0)
        return 0;
    return matrix_bytes_of(M->type, M->rows, M->ld) -
           (size_t)(M->ld - M->cols) * dtype_size(M->type);
}

static void make_matrix(struct matrix *M, enum dtype type, int rows, int cols, int gap,
                        unsigned char between, uint64_t seed)
{
    cr_assert(matrix_alloc(M, type, rows, cols, cols + gap));
    matrix_fill_bytes(M, between);
    matrix_fill_random(M, seed);
}

void trial_make(struct trial *t, const struct step *step, int m, int n, int k, double alpha,
                double beta, int gap)
{
    const int c_gap = gap + (gap > 0); // the three ld's differ
    *t = (struct trial){
        .step = step,
        .p = {.m = m, .n = n, .k = k, .alpha = alpha, .beta = beta},
    };
    make_matrix(&t->A, step->type_ab, m, k, gap, 0xFF, 1);
    make_matrix(&t->B, step->type_ab, k, n, 2 * gap, 0xFF, 2);
    make_matrix(&t->C, step->type_c, m, n, c_gap, 0xA5, 3);
    t->p.lda = t->A.ld;
    t->p.ldb = t->B.ld;
    t->p.ldc = t->C.ld;
    if (beta == 0) // nobody may read it
        matrix_fill(&t->C, (double)__builtin_nanf(""));
}

void trial_free(struct trial *t)
{
    matrix_free(&t->A);
    matrix_free(&t->B);
    matrix_free(&t->C);
}

// ---- Running -------------------------------------------------------------------------------------

static void *copy_to_device(const struct matrix *M)
{
    void *device = gpu->alloc(used_bytes(M));
    gpu->copy_in(device, M->data, used_bytes(M));
    return device;
}

// Host memory of exactly the bytes in use, so that AddressSanitizer sees where it ends.
static void *copy_on_host(const struct matrix *M)
{
    void *copy = malloc(used_bytes(M) + 1);
    cr_assert(copy != NULL);
    memcpy(copy, M->data, used_bytes(M));
    return copy;
}

static void call(const struct trial *t, const void *A, const void *B, void *C)
{
    const struct gemm_problem *p = &t->p;
    t->step->run.sgemm_nn(p->m, p->n, p->k, (float)p->alpha, A, p->lda, B, p->ldb, (float)p->beta,
                          C, p->ldc);
}

// Runs the step on copies. Without products A and B may not be read: then they are not even there.
static void run_on_gpu(const struct trial *t, struct trial *after)
{
    const bool products = t->p.alpha != 0 && t->p.k > 0;
    void *A = copy_to_device(&t->A), *B = copy_to_device(&t->B), *C = copy_to_device(&t->C);
    call(t, products ? A : NULL, products ? B : NULL, C);
    gpu->wait();
    gpu->copy_out(after->A.data, A, used_bytes(&t->A));
    gpu->copy_out(after->B.data, B, used_bytes(&t->B));
    gpu->copy_out(after->C.data, C, used_bytes(&t->C));
    gpu->release(A);
    gpu->release(B);
    gpu->release(C);
}

static void run_on_cpu(const struct trial *t, struct trial *after)
{
    const bool products = t->p.alpha != 0 && t->p.k > 0;
    void *A = copy_on_host(&t->A), *B = copy_on_host(&t->B), *C = copy_on_host(&t->C);
    call(t, products ? A : NULL, products ? B : NULL, C);
    memcpy(after->A.data, A, used_bytes(&t->A));
    memcpy(after->B.data, B, used_bytes(&t->B));
    memcpy(after->C.data, C, used_bytes(&t->C));
    free(A);
    free(B);
    free(C);
}

// ---- Checking ------------------------------------------------------------------------------------

static struct matrix same_matrix(const struct matrix *M)
{
    struct matrix copy;
    cr_assert(matrix_alloc(&copy, M->type, M->rows, M->cols, M->ld));
    memcpy(copy.data, M->data, matrix_bytes(M));
    return copy;
}

static void describe(const struct trial *t, char *text, size_t size)
{
    const struct gemm_problem *p = &t->p;
    snprintf(text, size, "%s: m %d n %d k %d alpha %g beta %g lda %d ldb %d ldc %d", t->step->name,
             p->m, p->n, p->k, p->alpha, p->beta, p->lda, p->ldb, p->ldc);
}

void trial_check(const struct trial *t)
{
    char what[200];
    describe(t, what, sizeof what);
    struct trial after = {
        .A = same_matrix(&t->A), .B = same_matrix(&t->B), .C = same_matrix(&t->C)};
    if (t->step->place == STEP_ON_GPU)
        run_on_gpu(t, &after);
    else
        run_on_cpu(t, &after);

    struct reference reference;
    cr_assert(reference_gemm(&reference, &t->p, &t->A, &t->B, &t->C));
    const struct verdict v = verify_gemm(&t->p, &reference, &after.C);
    cr_assert(v.ok, "%s: %lld wrong, first C(%d, %d) = %.9g, expected %.9g, may be off by %.2g",
              what, (long long)v.wrong, v.row, v.col, v.got, v.expected, v.allowed);
    int row, col;
    cr_assert(verify_between_rows(&t->C, &after.C, &row, &col),
              "%s: wrote between the rows of C, at (%d, %d)", what, row, col);
    cr_assert(memcmp(after.A.data, t->A.data, matrix_bytes(&t->A)) == 0, "%s: wrote A", what);
    cr_assert(memcmp(after.B.data, t->B.data, matrix_bytes(&t->B)) == 0, "%s: wrote B", what);
    reference_free(&reference);
    trial_free(&after);
}
