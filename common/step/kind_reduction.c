// SPDX-License-Identifier: MIT
//
// Sums over a matrix A of m x n elements: of each row (C is m x 1), and of the squares of all (C is
// 1 x 1). The reference adds in long double, because it must also judge float64 sums.
#include <math.h>

#include "../device/index.h"
#include "kind.h"
#include "../base/parallel.h"

static struct shapes row_sum_shapes(const struct gemm_problem *p)
{
    return (struct shapes){.A = {p->m, p->n}, .C = {p->m, 1}};
}

static struct shapes sum_squares_shapes(const struct gemm_problem *p)
{
    return (struct shapes){.A = {p->m, p->n}, .C = {1, 1}};
}

static double row_sum_operations(const struct gemm_problem *p) { return (double)p->m * p->n; }
static double sum_squares_operations(const struct gemm_problem *p) { return 2.0 * p->m * p->n; }

// ---- References ----------------------------------------------------------------------------------

struct work {
    const struct matrix *A;
    double *value, *magnitude; // of each row
    bool squares;
};

static void add_row(void *context, int row)
{
    enum { CHUNK = 256 };
    const struct work *w = context;
    long double sum = 0, magnitude = 0;
    double elements[CHUNK];
    for (int first = 0, count; first < w->A->cols; first += count) {
        count = w->A->cols - first < CHUNK ? w->A->cols - first : CHUNK;
        dtype_to_double(w->A->type, matrix_at(w->A, row, first), (size_t)count, elements);
        for (int i = 0; i < count; i++) {
            const long double term =
                w->squares ? (long double)elements[i] * elements[i] : (long double)elements[i];
            sum += term;
            magnitude += fabsl(term);
        }
    }
    w->value[row] = (double)sum;
    w->magnitude[row] = (double)magnitude;
}

static bool row_sum_reference(struct reference *r, const struct gemm_problem *p,
                              const struct matrix *A, const struct matrix *B,
                              const struct matrix *C)
{
    (void)B, (void)C;
    if (!reference_alloc(r, p->m, 1))
        return false;
    r->terms = p->n;
    struct work work = {A, r->value, r->magnitude, false};
    parallel_for(p->m, add_row, &work, "reference");
    return true;
}

static bool sum_squares_reference(struct reference *r, const struct gemm_problem *p,
                                  const struct matrix *A, const struct matrix *B,
                                  const struct matrix *C)
{
    (void)B, (void)C;
    struct reference rows;
    if (!reference_alloc(r, 1, 1) || !reference_alloc(&rows, p->m, 1)) {
        reference_free(r);
        return false;
    }
    r->terms = (double)p->m * p->n;
    struct work work = {A, rows.value, rows.magnitude, true};
    parallel_for(p->m, add_row, &work, "reference");
    long double sum = 0;
    for (int i = 0; i < p->m; i++)
        sum += rows.value[i];
    r->value[0] = r->magnitude[0] = (double)sum; // squares have no sign
    reference_free(&rows);
    return true;
}

// ---- Calls ---------------------------------------------------------------------------------------

static void call(const struct step *step, const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    step->run.reduction(p->m, p->n, g->A, p->lda, g->C);
}

static void row_sum_print(const struct gemm_problem *p, FILE *out)
{
    fprintf(out, "sums of the rows of A, m = %d, n = %d", p->m, p->n);
}

static void sum_squares_print(const struct gemm_problem *p, FILE *out)
{
    fprintf(out, "sum of the squares of A's elements, m = %d, n = %d", p->m, p->n);
}

const struct kind kind_row_sum = {
    .name = "row sum",
    .sizes = "mn",
    .strides = "a",
    .scales = "",
    .alpha = 1,
    .shapes = row_sum_shapes,
    .operations = row_sum_operations,
    .reference = row_sum_reference,
    .call = call,
    .print = row_sum_print,
};

const struct kind kind_sum_squares = {
    .name = "sum of squares",
    .sizes = "mn",
    .strides = "a",
    .scales = "",
    .alpha = 1,
    .shapes = sum_squares_shapes,
    .operations = sum_squares_operations,
    .reference = sum_squares_reference,
    .call = call,
    .print = sum_squares_print,
};
