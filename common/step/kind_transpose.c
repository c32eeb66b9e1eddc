// SPDX-License-Identifier: MIT
//
// C = A transposed: A is m x n, C is n x m. Nothing is computed, so every element must be equal.
#include "../device/index.h"
#include "kind.h"
#include "../base/parallel.h"

static struct shapes shapes(const struct gemm_problem *p)
{
    return (struct shapes){.A = {p->m, p->n}, .C = {p->n, p->m}};
}

static double operations(const struct gemm_problem *p)
{
    (void)p;
    return 0;
}

struct work {
    const struct matrix *A;
    double *value;
};

// Row j of C is column j of A.
static void copy_column(void *context, int j)
{
    const struct work *w = context;
    for (int i = 0; i < w->A->rows; i++)
        w->value[row_major(j, i, w->A->rows)] = matrix_get(w->A, i, j);
}

static bool reference(struct reference *r, const struct gemm_problem *p, const struct matrix *A,
                      const struct matrix *B, const struct matrix *C)
{
    (void)B, (void)C;
    if (!reference_alloc(r, p->n, p->m)) // magnitude stays 0: no rounding, no error
        return false;
    struct work work = {A, r->value};
    parallel_for(p->n, copy_column, &work, "reference");
    return true;
}

static void call(const struct step *step, const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    step->run.transpose(p->m, p->n, g->A, p->lda, g->C, p->ldc);
}

static void print(const struct gemm_problem *p, FILE *out)
{
    fprintf(out, "C = A transposed, m = %d, n = %d", p->m, p->n);
}

const struct kind kind_transpose = {
    .name = "transpose",
    .sizes = "mn",
    .strides = "ac",
    .scales = "",
    .alpha = 1,
    .shapes = shapes,
    .operations = operations,
    .reference = reference,
    .call = call,
    .print = print,
};
