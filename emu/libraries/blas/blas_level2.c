// SPDX-License-Identifier: MIT
// blas_level2.c: products of a matrix and a vector, triangular systems, rank-1 and rank-2 updates.
// They support all storage formats of a matrix through blas_view.h.
#include "blas_view.h"

struct level2 {
    struct blas_call call;
    struct view a;
    cublasOperation_t op;
    const void *alpha, *x, *beta;
    void *y; // also the vector that a triangular function overwrites
    int incx, incy, nx, ny;
    bool real_alpha, conjugate, solves;
};

void view_touch(const char *name, enum access_kind kind, const struct view *v, size_t element)
{
    for (int j = 0; j < v->cols; j++) {
        int first;
        const int end = view_rows(v, j, &first);
        const char *start = (const char *)v->start + view_offset(v, first, j) * (ptrdiff_t)element;
        if (end > first)
            library_touch(name, kind,
                          (struct pieces){start, (size_t)(end - first) * element, 1, 0, element});
    }
}

// Returns the view of a square matrix of order n, with the number of rows of a stored column, for
// the check of ld.
static struct view square(enum mirror mirror, cublasFillMode_t uplo, int n, const void *A, int ld)
{
    return (struct view){.start = A,
                         .ld = ld,
                         .mirror = mirror,
                         .rows = n,
                         .cols = n,
                         .upper = uplo == CUBLAS_FILL_MODE_UPPER};
}

static struct view band(struct view v, int k)
{
    v.storage = BAND;
    v.above = v.upper ? k : 0;
    v.below = v.upper ? 0 : k;
    return v;
}

static struct view packed(struct view v)
{
    v.storage = PACKED;
    return v;
}

static bool is_view(const struct blas_call *call, const struct view *v)
{
    const int rows = v->storage == BAND ? v->below + v->above + 1 : v->rows;
    return blas_is_size(call, "m", v->rows) && blas_is_size(call, "n", v->cols) &&
           blas_is_size(call, "k", v->below) && blas_is_size(call, "k", v->above) &&
           (v->storage == PACKED || blas_is_ld(call, "lda", v->ld, rows));
}

static cublasStatus_t run_level2(struct level2 *job, void (*work)(void *), cublasFillMode_t uplo)
{
    const struct blas_call *call = &job->call;
    if (!blas_has_handle(call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_choice(call, "uplo", (int)uplo) || !blas_is_op(call, "trans", job->op) ||
        !is_view(call, &job->a) || !blas_is_increment(call, "incx", job->incx) ||
        !blas_is_increment(call, "incy", job->incy))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (job->a.mirror != TRIANGULAR && !blas_is_given(call, "alpha", job->alpha))
        return CUBLAS_STATUS_INVALID_VALUE;
    const struct blas_scalar alpha = blas_scalar(call, &job->alpha, job->real_alpha),
                             beta = blas_scalar(call, &job->beta, job->real_alpha);
    return job->a.rows == 0 || job->a.cols == 0
               ? CUBLAS_STATUS_SUCCESS
               : blas_run(call, work, blas_job(job, sizeof *job, alpha, beta));
}

#define BODY "blas_level2_body.h"
#include "blas_types.h"
