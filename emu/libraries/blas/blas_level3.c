// SPDX-License-Identifier: MIT
//
// blas_level3.c: level 3 except the general product (blas_gemm.c). Each operand is first copied to
// a plain matrix, with its symmetric half filled in. Then a product or a triangular solve remains.
#include "blas_multiply.h"
#include "blas_view.h"

struct level3 {
    struct blas_call call;
    struct view a, b, c;
    cublasOperation_t op_a, op_b;
    const void *alpha, *beta, *x;
    int incx, n, k;
    bool right, hermitian, real_alpha, real_beta, both, solves;
};

// A matrix that is stored completely.
static struct view full(const void *start, int rows, int cols, int ld)
{
    return (struct view){.start = start, .ld = ld, .rows = rows, .cols = cols};
}

static struct view half(enum mirror mirror, cublasFillMode_t uplo, int n, const void *start, int ld)
{
    struct view v = full(start, n, n, ld);
    v.mirror = mirror;
    v.upper = uplo == CUBLAS_FILL_MODE_UPPER;
    return v;
}

static bool is_turned(cublasOperation_t op) { return op == CUBLAS_OP_T || op == CUBLAS_OP_C; }

static bool is_matrix(const struct blas_call *call, const char *ld_name, const struct view *v)
{
    return blas_is_size(call, "m", v->rows) && blas_is_size(call, "n", v->cols) &&
           blas_is_ld(call, ld_name, v->ld, v->rows);
}

static cublasStatus_t run_level3(struct level3 *job, void (*work)(void *), int side,
                                 cublasFillMode_t uplo)
{
    const struct blas_call *call = &job->call;
    if (!blas_has_handle(call))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!blas_is_choice(call, "side", side) || !blas_is_choice(call, "uplo", (int)uplo) ||
        !blas_is_op(call, "transa", job->op_a) || !blas_is_op(call, "transb", job->op_b) ||
        !blas_is_size(call, "k", job->k) || !is_matrix(call, "lda", &job->a) ||
        !is_matrix(call, "ldb", &job->b) || !is_matrix(call, "ldc", &job->c))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!job->x && !blas_is_given(call, "alpha", job->alpha))
        return CUBLAS_STATUS_INVALID_VALUE;
    const struct blas_scalar alpha = blas_scalar(call, &job->alpha, job->real_alpha),
                             beta = blas_scalar(call, &job->beta, job->real_beta);
    return job->c.rows == 0 || job->c.cols == 0
               ? CUBLAS_STATUS_SUCCESS
               : blas_run(call, work, blas_job(job, sizeof *job, alpha, beta));
}

#define BODY "blas_level3_body.h"
#include "blas_types.h"
