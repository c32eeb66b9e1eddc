// SPDX-License-Identifier: MIT
//
// z = alpha x + beta y + gamma, for vectors of n elements: x is A, y is B, z is C.
#include <math.h>

#include "../device/index.h"
#include "kind.h"
#include "../base/parallel.h"

static struct shapes shapes(const struct gemm_problem *p)
{
    return (struct shapes){.A = {1, p->n}, .B = {1, p->n}, .C = {1, p->n}};
}

static double operations(const struct gemm_problem *p) { return 4.0 * p->n; }

enum { PIECE = 4096 };

struct work {
    const struct gemm_problem *p;
    const struct matrix *x, *y;
    double *value, *magnitude;
};

static void add_piece(void *context, int piece)
{
    const struct work *w = context;
    const struct gemm_problem *p = w->p;
    const int first = piece * PIECE, left = p->n - first, count = left < PIECE ? left : PIECE;
    double x[PIECE], y[PIECE];
    dtype_to_double(w->x->type, matrix_at(w->x, 0, first), (size_t)count, x);
    dtype_to_double(w->y->type, matrix_at(w->y, 0, first), (size_t)count, y);
    for (int j = 0; j < count; j++) {
        const double ax = p->alpha * x[j], by = p->beta * y[j];
        w->value[first + j] = ax + by + p->gamma;
        w->magnitude[first + j] = fabs(ax) + fabs(by) + fabs(p->gamma);
    }
}

static bool reference(struct reference *r, const struct gemm_problem *p, const struct matrix *A,
                      const struct matrix *B, const struct matrix *C)
{
    (void)C;
    if (!reference_alloc(r, 1, p->n))
        return false;
    r->terms = 2;
    struct work work = {p, A, B, r->value, r->magnitude};
    parallel_for(ceil_div(p->n, PIECE), add_piece, &work, "reference");
    return true;
}

static void call(const struct step *step, const struct gemm *g)
{
    const struct gemm_problem *p = &g->problem;
    step->run.vector(p->n, (float)p->alpha, g->A, (float)p->beta, g->B, (float)p->gamma, g->C);
}

static void print(const struct gemm_problem *p, FILE *out)
{
    fprintf(out, "z = %g x + %g y + %g, n = %d", p->alpha, p->beta, p->gamma, p->n);
}

const struct kind kind_vector = {
    .name = "vector",
    .sizes = "n",
    .strides = "",
    .scales = "abc",
    .alpha = 2,
    .beta = 3,
    .gamma = 1,
    .shapes = shapes,
    .operations = operations,
    .reference = reference,
    .call = call,
    .print = print,
};
