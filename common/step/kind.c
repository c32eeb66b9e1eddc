// SPDX-License-Identifier: MIT
#include "kind.h"

#include <math.h>

const struct kind *kind_of(const struct step *step)
{
    static const struct kind *const kinds[] = {
        [STEP_GEMM] = &kind_gemm,           [STEP_VECTOR] = &kind_vector,
        [STEP_ROW_SUM] = &kind_row_sum,     [STEP_SUM_SQUARES] = &kind_sum_squares,
        [STEP_TRANSPOSE] = &kind_transpose,
    };
    return kinds[step->kind];
}

bool kind_reads_c(const struct kind *kind, const struct gemm_problem *p)
{
    return kind->has_beta_c && p->beta != 0;
}

// ---- References ----------------------------------------------------------------------------------

// Of the finite elements, as if all had the largest scale.
struct range {
    double largest;      // absolute value
    bool has_subnormals; // without zero
    double least_normal; // of the type
};

static struct range range_of(const struct matrix *M)
{
    enum { CHUNK = 256 };
    struct range range = {.least_normal = dtype_smallest(M->type) / dtype_epsilon(M->type)};
    const float *const scales = M->scales.value;
    double values[CHUNK], scale = scales ? 0 : 1;
    for (size_t i = 0; scales && i < M->scales.count; i++)
        scale = fmax(scale, scales[i]);
    for (int i = 0; i < M->rows; i++)
        for (int j = 0, count; j < M->cols; j += count) {
            count = M->cols - j < CHUNK ? M->cols - j : CHUNK;
            dtype_to_double(M->type, matrix_at(M, i, j), (size_t)count, values);
            for (int c = 0; c < count; c++) {
                const double size = fabs(values[c]);
                if (size > range.largest && size < INFINITY)
                    range.largest = size;
                if (size > 0 && size < range.least_normal)
                    range.has_subnormals = true;
            }
        }
    range.largest *= scale, range.least_normal *= scale;
    return range;
}

// Tensor cores count a subnormal factor's exponent as that of the least normal number.
static double subnormal_product(const struct matrix *A, const struct matrix *B)
{
    const struct range a = range_of(A), b = range_of(B);
    const double with_a = a.least_normal * fmax(b.largest, b.least_normal);
    const double with_b = b.least_normal * fmax(a.largest, a.least_normal);
    return fmax(a.has_subnormals ? with_a : 0, b.has_subnormals ? with_b : 0);
}

static bool f16_copy(struct matrix *copy, const struct matrix *M)
{
    if (!matrix_alloc(copy, DTYPE_F16, M->rows, M->cols, M->cols))
        return false;
    matrix_copy(copy, M);
    return true;
}

// C in bytes: a value outside of the range becomes the nearest one inside.
static void saturate(struct reference *r)
{
    for (size_t i = 0; i < (size_t)r->rows * (size_t)r->cols; i++)
        r->value[i] = fmin(fmax(r->value[i], INT8_MIN), INT8_MAX);
}

bool step_reference(struct reference *r, const struct step *step, const struct gemm_problem *p,
                    const struct matrix *A, const struct matrix *B, const struct matrix *C)
{
    struct matrix a = {.data = NULL}, b = {.data = NULL};
    bool good = true;
    if (step->converts_to_f16) {
        good = f16_copy(&a, A) && f16_copy(&b, B);
        A = &a, B = &b;
    }
    good = good && kind_of(step)->reference(r, p, A, B, C);
    if (good && step->kind == STEP_GEMM && !gemm_only_scales(p) && fabs(p->alpha) != 1)
        r->operand = fmax(range_of(A).largest, range_of(B).largest);
    if (good && step->type_c == DTYPE_I8)
        saturate(r);
    if (good)
        r->units_lost = step->units_lost;
    if (good && step->on_tensor_cores) {
        r->on_tensor_cores = true;
        if (dtype_epsilon(A->type) > 0 && !gemm_only_scales(p))
            r->subnormal = subnormal_product(A, B);
        if (A->type == DTYPE_E4M3)
            r->fp8_terms = step->promoted && p->k > step->promoted ? step->promoted : p->k;
    }
    matrix_free(&a);
    matrix_free(&b);
    return good;
}

// ---- Bytes ---------------------------------------------------------------------------------------

double compulsory_bytes(const struct step *step, const struct gemm_problem *p)
{
    const double ab = (double)dtype_size(step->type_ab), c = (double)dtype_size(step->type_c);
    const struct kind *kind = kind_of(step);
    const struct shapes s = kind->shapes(p);
    const bool reads_ab = step->kind != STEP_GEMM || !gemm_only_scales(p);
    return ab * (reads_ab ? shape_elements(s.A) + shape_elements(s.B) : 0) +
           c * shape_elements(s.C) * (kind_reads_c(kind, p) ? 2 : 1);
}
