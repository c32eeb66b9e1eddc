// SPDX-License-Identifier: MIT
#include "verify.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "../device/index.h"
#include "../base/parallel.h"

double error_bound(double k, double alpha, enum dtype type, double magnitude)
{
    if (dtype_epsilon(type) == 0)
        return 0; // integers are exact
    const double u = dtype_epsilon(type) / 2;
    const double scaled = k > 0 ? k * fabs(alpha) : 0; // without products alpha may have any value
    return (k + 3) * u * (1 + 4 * u) * magnitude + (scaled + 2) * dtype_smallest(type);
}

double tensor_core_bound(double k, double alpha, enum dtype type, double magnitude,
                         double subnormal)
{
    if (type != DTYPE_F32 && type != DTYPE_F16)
        return error_bound(k, alpha, type, magnitude);
    const double u = dtype_epsilon(type) / 2, cut = 0x1p-24; // of each term, of the largest one
    const double sums = ceil(k / 4), others = k > 0 ? k - 1 : 0;
    const double units = others * cut / u + (type == DTYPE_F32 ? 2 : 1) * sums;
    const double scale = k > 0 ? fabs(alpha) : 0;
    return (units + 3) * u * (1 + 4 * u) * magnitude + (sums * scale + 2) * dtype_smallest(type) +
           k * scale * cut * subnormal;
}

double random_data_bound(double k, enum dtype type, double magnitude, bool on_tensor_cores)
{
    const double u = dtype_epsilon(type) / 2;
    return (16 + (on_tensor_cores ? sqrt(k) : 0)) * u * magnitude;
}

double fp8_bound(double k, double terms, double alpha, double magnitude, double subnormal)
{
    const double u = dtype_epsilon(DTYPE_F32) / 2, cut = 0x1p-13;
    const double cuts = k > 0 ? terms - 1 + ceil(terms / 32) : 0;
    const double scale = k > 0 ? fabs(alpha) : 0, sums = k > 0 ? ceil(k / terms) : 0;
    return (cuts * cut + (sums + 6) * u) * (1 + 4 * u) * magnitude +
           (sums * scale + 2) * dtype_smallest(DTYPE_F32) + k * scale * cut * subnormal;
}

double random_fp8_bound(double k, double terms, double magnitude)
{
    const double root = k > 0 ? sqrt(terms / k) : 0;
    return (8 + sqrt(terms) / 2) * 0x1p-14 * root * magnitude +
           random_data_bound(k, DTYPE_F32, magnitude, false);
}

static double allowed(const struct reference *r, enum dtype type, double magnitude)
{
    const double lost = r->units_lost * dtype_epsilon(type) / 2 * magnitude;
    if (r->data == DATA_INTEGERS)
        return 0;
    const double scaled_first =
        dtype_epsilon(type) > 0 ? r->terms * r->operand * dtype_smallest(type) / 2 : 0;
    const bool fp8 = r->fp8_terms > 0;
    const double sums = fp8 ? fp8_bound(r->terms, r->fp8_terms, r->alpha, magnitude, r->subnormal)
                        : r->on_tensor_cores
                            ? tensor_core_bound(r->terms, r->alpha, type, magnitude, r->subnormal)
                            : error_bound(r->terms, r->alpha, type, magnitude);
    const double worst = sums + scaled_first + lost;
    if (r->data != DATA_RANDOM)
        return worst;
    // Close to zero nothing is random: the worst-case bound for a result of size 0.
    const double absolute = scaled_first + error_bound(r->terms, r->alpha, type, 0);
    const double usual = fp8 ? random_fp8_bound(r->terms, r->fp8_terms, magnitude)
                             : random_data_bound(r->terms, type, magnitude, r->on_tensor_cores);
    return fmin(worst, absolute + usual + lost);
}

struct work {
    const struct reference *reference;
    const struct matrix *C;
    int band_rows, parts; // rows of a band; parts of a row: then a band is one of them
    pthread_mutex_t lock; // of verdict
    struct verdict verdict;
};

struct element {
    double got, expected, error, bound;
    bool right;
};

static struct element judge(const struct work *w, int row, int col, double got)
{
    const ptrdiff_t at = row_major(row, col, w->reference->cols);
    const double expected = w->reference->value[at], magnitude = w->reference->magnitude[at];
    // Before alpha makes them smaller, the sums may be larger than the result.
    const double alpha = fabs(w->reference->alpha);
    const double largest_sum = alpha > 0 && alpha < 1 ? magnitude / alpha : magnitude;

    struct element e = {.got = got, .expected = expected, .error = fabs(got - expected)};
    e.bound = allowed(w->reference, w->C->type, magnitude);
    if (w->C->type == DTYPE_F64 &&
        isfinite(expected)) // the reference is a float64, too: it was rounded once itself
        e.bound += dtype_epsilon(DTYPE_F64) / 2 * fabs(expected);
    if (isnan(expected) || isinf(expected))
        e.right = isnan(expected) ? isnan(got) : got == expected;
    else if (!isfinite(got))
        e.right = fmax(largest_sum, alpha * w->reference->operand) > dtype_largest(w->C->type);
    else
        e.right = e.error <= e.bound;  // false also when either of them is NaN
    if (e.right && !isfinite(e.error)) // Inf where Inf is expected: no error
        e.error = 0;
    return e;
}

static void note_error(struct verdict *v, double error, double bound)
{
    // A NaN, once stored, stays; !(<=) accepts NaN.
    if (!isnan(v->max_error) && !(error <= v->max_error)) {
        v->max_error = error;
        v->bound = bound;
    }
}

static bool comes_before(int row, int col, const struct verdict *v)
{
    return v->wrong == 0 || row < v->row || (row == v->row && col < v->col);
}

// Elements [from, from + length) of a row.
static void check_row(const struct work *w, int row, int from, int length, struct verdict *v)
{
    enum { CHUNK = 256 };
    double got[CHUNK];
    for (int done = 0, count; done < length; done += count) {
        const int first = from + done;
        count = length - done < CHUNK ? length - done : CHUNK;
        dtype_to_double(w->C->type, matrix_at(w->C, row, first), (size_t)count, got);
        for (int i = 0; i < count; i++) {
            const struct element e = judge(w, row, first + i, got[i]);
            note_error(v, e.error, e.bound);
            if (e.right)
                continue;
            if (v->wrong++ == 0) {
                v->row = row, v->col = first + i;
                v->got = e.got, v->expected = e.expected, v->allowed = e.bound;
            }
        }
    }
}

// The rows of one band, one after the other; then the result is merged into the verdict of the
// whole.
static void check_band(void *context, int index)
{
    struct work *w = context;
    struct verdict v = {.max_error = -1}; // below every error, so that the bound is stored with it
    const int band = index / w->parts, part = index % w->parts;
    const int first = band * w->band_rows, left = w->C->rows - first;
    for (int i = 0; i < w->band_rows && i < left; i++)
        check_row(w, first + i, part * PART_OF_ROW, part_length(w->parts, part, w->C->cols), &v);

    pthread_mutex_lock(&w->lock);
    struct verdict *all = &w->verdict;
    note_error(all, v.max_error, v.bound);
    if (v.wrong > 0 && comes_before(v.row, v.col, all)) {
        all->row = v.row, all->col = v.col;
        all->got = v.got, all->expected = v.expected, all->allowed = v.allowed;
    }
    all->wrong += v.wrong;
    pthread_mutex_unlock(&w->lock);
}

struct verdict verify_result(const struct reference *reference, const struct matrix *C)
{
    enum { ELEMENTS_OF_A_BAND = 16384 };
    struct work work = {
        .reference = reference,
        .C = C,
        .band_rows = ELEMENTS_OF_A_BAND / (C->cols > 0 ? C->cols : 1) + 1,
        .parts = parts_of_row(C->rows, C->cols), // more than 1 only where a band is one row
        .verdict = {.max_error = -1},
    };
    pthread_mutex_init(&work.lock, NULL);
    parallel_for(ceil_div(C->rows, work.band_rows) * work.parts, check_band, &work, NULL);
    pthread_mutex_destroy(&work.lock);
    if (work.verdict.max_error < 0) // no elements at all
        work.verdict.max_error = 0;
    work.verdict.ok = work.verdict.wrong == 0;
    return work.verdict;
}

bool verify_between_rows(const struct matrix *before, const struct matrix *after, int *row,
                         int *col)
{
    const size_t size = dtype_size(after->type);
    for (int i = 0; i < after->rows; i++)
        for (int j = after->cols; j < after->ld; j++)
            if (memcmp(matrix_at(before, i, j), matrix_at(after, i, j), size) != 0) {
                *row = i;
                *col = j;
                return false;
            }
    return true;
}
