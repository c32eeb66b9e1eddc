// SPDX-License-Identifier: MIT
#include "epilogue_check.h"

#include <math.h>

// Compares with ==, too, because Inf - Inf is NaN.
static double distance(double a, double b) { return a == b ? 0 : fabs(a - b); }

static void judge(struct verdict *v, bool right, int row, int col, double got, double expected,
                  double allowed)
{
    const double error = distance(got, expected);
    if (!(error <= v->max_error)) { // also if it is NaN
        v->max_error = error;
        v->bound = allowed;
    }
    if (right)
        return;
    if (v->wrong++ == 0) {
        v->row = row, v->col = col;
        v->got = got, v->expected = expected, v->allowed = allowed;
    }
    v->ok = false;
}

static double in_type(enum dtype type, double x)
{
    double rounded;
    unsigned char element[sizeof(double)];
    dtype_from_double(type, &x, 1, element);
    dtype_to_double(type, element, 1, &rounded);
    return rounded;
}

struct verdict epilogue_verdict(const struct reference *y, const struct matrix *D)
{
    struct verdict v = {.ok = true};
    for (int i = 0; i < y->rows; i++)
        for (int j = 0; j < y->cols; j++) {
            const size_t at = (size_t)i * (size_t)y->cols + (size_t)j;
            const double value = y->value[at];
            const double off =
                tensor_core_bound(y->terms, y->alpha, DTYPE_F32, y->magnitude[at], y->subnormal);
            const double least = in_type(D->type, value - off),
                         most = in_type(D->type, value + off);
            const double expected = in_type(D->type, value), got = matrix_get(D, i, j);
            judge(&v, got >= least && got <= most, i, j, got, expected,
                  fmax(distance(most, expected), distance(least, expected)));
        }
    return v;
}

struct verdict epilogue_rows_verdict(const struct matrix *D, const float *sums)
{
    struct verdict v = {.ok = true};
    for (int i = 0; i < D->rows; i++) {
        double sum = 0, magnitude = 0;
        for (int j = 0; j < D->cols; j++) {
            sum += matrix_get(D, i, j);
            magnitude += fabs(matrix_get(D, i, j));
        }
        const double allowed = error_bound(D->cols, 1, DTYPE_F32, magnitude);
        judge(&v, fabs(sums[i] - sum) <= allowed, i, 0, sums[i], sum, allowed);
    }
    return v;
}
